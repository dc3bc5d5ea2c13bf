import { shift, type Tone } from "./colour.ts";
import { findColour } from "./lexicon/colour-names.ts";
import { type Hair, readHair, readPromptHair } from "./lexicon/hair.ts";
import { findMood, type Mood } from "./lexicon/moods.ts";
import type { Noun } from "./lexicon/nouns.ts";
import { mediumWords } from "./lexicon/prompt-words.ts";
import {
  findHour,
  findSetting,
  findWeather,
  type Hour,
  type SettingName,
  type Weather,
} from "./lexicon/settings.ts";
import { findStyle, type StyleName } from "./lexicon/styles.ts";
import { readWords } from "./lexicon/word-list.ts";
import { findPattern, type Pattern } from "./pattern.ts";
import type { SketchRequest, SketchTrait } from "./request.ts";
import { chooseSubject, readSubject } from "./subject.ts";
import { dress, dressFromPrompt, findSlot, type Slot, type Wardrobe } from "./trait-slots.ts";

/** A parsed request: what to draw, in which light, with which features, and which traits become badges. */
export interface Brief {
  subject: Noun;
  /** An occupation of an animal or robot, as in "fox wizard". */
  trade: string | undefined;
  coat: Tone | undefined;
  pattern: Pattern | undefined;
  accent: Tone | undefined;
  background: Tone | undefined;
  setting: SettingName | undefined;
  hour: Hour | undefined;
  weather: Weather | undefined;
  mood: Mood | undefined;
  style: StyleName;
  frame: Tone | undefined;
  hair: Hair | undefined;
  wardrobe: Wardrobe;
  badges: SketchTrait[];
  hasFigureTraits: boolean;
}

export function readBrief(request: SketchRequest): Brief {
  const words = readWords(request.prompt);
  const subject = chooseSubject(words, request.prompt);
  const wardrobe: Wardrobe = {};
  dressFromPrompt(wardrobe, words);
  const brief: Brief = {
    ...subject,
    pattern: undefined,
    background: undefined,
    setting: findSetting(subject.otherWords),
    hour: findHour(words),
    weather: findWeather(words),
    mood: findMood(words),
    style:
      findStyle(request.style ?? "") ?? findStyle(request.style ? "" : promptStyle(words)) ?? "painterly",
    frame: undefined,
    hair: readPromptHair(words),
    wardrobe,
    badges: [],
    hasFigureTraits: false,
  };
  const sources = new Map<Slot, SketchTrait>();
  for (const trait of (request.traits ?? []).slice(0, 64))
    applyTrait(brief, trait, request.style !== undefined, sources);
  moveUndrawable(brief, sources);
  return brief;
}

/** Only explicit wording ("pixel art of …", "in watercolour") changes the style. */
function promptStyle(words: readonly string[]): string {
  const medium = words.findIndex((word) => mediumWords.has(word));
  if (medium > 0) return words.slice(Math.max(0, medium - 2), medium + 1).join(" ");
  const named = words.find(
    (word, at) => words[at - 1] === "in" && ["watercolour", "watercolor", "ink", "neon"].includes(word),
  );
  return named ?? "";
}

function applyTrait(
  brief: Brief,
  trait: SketchTrait,
  hasStyle: boolean,
  sources: Map<Slot, SketchTrait>,
): void {
  const words = readWords(trait.value);
  const slot = findSlot(readWords(trait.trait_type));
  const colour = words.map(findColour).find((found) => found !== undefined);
  // A second trait on the same layer would hide the first, so it becomes a badge instead.
  if (slot !== undefined && sources.has(slot) && slot !== "background") brief.badges.push(trait);
  else if (!applySlot() || slot === undefined) brief.badges.push(trait);
  else sources.set(slot, trait);

  function applySlot(): boolean {
    switch (slot) {
      case undefined:
        return false;
      case "coat":
        brief.pattern = findPattern(words) ?? brief.pattern;
        brief.coat = colour ?? brief.coat;
        return colour !== undefined || findPattern(words) !== undefined;
      case "background":
        return applyBackground(brief, words, colour);
      case "mood":
        brief.mood = findMood(words) ?? brief.mood;
        return applyMood(brief, words);
      case "style":
        if (!hasStyle) brief.style = findStyle(trait.value) ?? brief.style;
        return !hasStyle && findStyle(trait.value) !== undefined;
      case "subject":
        return applySubject(brief, words);
      case "hair":
        return applyHair(brief, words);
      case "frame":
        brief.frame = colour;
        return colour !== undefined;
      default:
        brief.hasFigureTraits = true;
        return dress(brief.wardrobe, slot, words);
    }
  }
}

/** Some hair is drawn as headwear; other hair needs a head that has hair. */
function applyHair(brief: Brief, words: readonly string[]): boolean {
  if (words.includes("mohawk") || words.includes("punk")) {
    brief.hasFigureTraits = true;
    return dress(brief.wardrobe, "hat", words);
  }
  brief.hair = readHair(words) ?? brief.hair;
  return readHair(words) !== undefined;
}

function applyMood(brief: Brief, words: readonly string[]): boolean {
  const hasMouth = dress(brief.wardrobe, "mouth", words);
  const hasEyes = dress(brief.wardrobe, "eyes", words);
  return hasMouth || hasEyes || findMood(words) !== undefined;
}

function applyBackground(brief: Brief, words: readonly string[], colour: Tone | undefined): boolean {
  const setting = findSetting(words);
  const hour = findHour(words);
  const weather = findWeather(words);
  if (setting) brief.setting = setting;
  if (hour) brief.hour = hour;
  if (weather) brief.weather = weather;
  if (colour && !setting) {
    brief.background = shift(colour, { c: 0.75, l: colour.l > 0.9 ? -0.02 : 0.03 });
    brief.setting = brief.hasFigureTraits ? "studio" : (brief.setting ?? "studio");
  }
  return (setting ?? hour ?? weather ?? colour) !== undefined;
}

function applySubject(brief: Brief, words: readonly string[]): boolean {
  const found = readSubject(words);
  if (!found) return false;
  const isTrade =
    found.subject.family === "person" &&
    brief.subject.family !== "person" &&
    found.subject.drawing !== "person";
  if (isTrade && (brief.subject.family === "animal" || brief.subject.family === "robot"))
    brief.trade = found.subject.drawing;
  else {
    if (brief.subject.family === "person" && found.subject.family !== "person")
      brief.trade ??= brief.subject.drawing;
    brief.subject = found.subject;
    brief.trade = found.trade ?? brief.trade;
  }
  return true;
}

const handless = ["clothes", "accessory"] as const;
const all = ["hat", "eyes", "mouth", "clothes", "held", "aura", "accessory"] as const;

/** Features that the subject has no layer for become badges, so that they stay visible. */
function moveUndrawable(brief: Brief, sources: ReadonlyMap<Slot, SketchTrait>): void {
  const { family } = brief.subject;
  const hair = sources.get("hair");
  const isHairy = family === "person" || ["horse", "unicorn"].includes(brief.subject.drawing);
  if (hair && brief.hair && !isHairy) brief.badges.push(hair);
  if (family === "animal" || family === "person" || family === "robot") return;
  const isLandscape = family === "landscape";
  for (const slot of isLandscape ? all : handless) {
    const trait = sources.get(slot);
    if (trait) brief.badges.push(trait);
    delete brief.wardrobe[slot];
  }
  const pattern = sources.get("coat");
  if (pattern && (brief.pattern || isLandscape)) brief.badges.push(pattern);
  if (isLandscape) brief.background ??= brief.coat;
}
