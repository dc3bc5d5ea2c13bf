import type { Tone } from "./colour.ts";
import { findColour } from "./lexicon/colour-names.ts";
import {
  type AccessoryName,
  type AuraName,
  type ClothesName,
  type EyesName,
  features,
  type HatName,
  type HeldName,
  type MouthName,
} from "./lexicon/features.ts";
import { holdingWords, nothingWords, wearingWords } from "./lexicon/prompt-words.ts";
import { findPhrase, findWord, indexWords } from "./lexicon/word-list.ts";
import slots from "./lexicon/words/trait-slots.json" with { type: "json" };

/** A drawing for a layer, and its requested colour. */
export interface Feature<Name extends string> {
  readonly name: Name;
  readonly colour?: Tone | undefined;
}

/** The figure's layers that a request can set; `none` leaves a layer empty. */
export interface Wardrobe {
  hat?: Feature<HatName | "none">;
  eyes?: Feature<EyesName | "none">;
  mouth?: Feature<MouthName | "none">;
  clothes?: Feature<ClothesName | "none">;
  held?: Feature<HeldName | "none">;
  aura?: Feature<AuraName | "none">;
  accessory?: Feature<AccessoryName | "none">;
}

export type Slot = keyof typeof slots;

const slotWords = indexWords(slots);

export function findSlot(words: readonly string[]): Slot | undefined {
  // The last word names the layer ("head accessory", "fur colour"), unless only an earlier one is known.
  return findPhrase(slotWords, [...words].reverse());
}

const defaults = {
  hat: "cap",
  eyes: "normal",
  mouth: "smile",
  clothes: "tshirt",
  held: "orb",
  aura: "holy",
  accessory: "necklace",
} as const;

/** Sets a layer to a value; false if the value has no meaning there. */
export function dress(wardrobe: Wardrobe, slot: keyof Wardrobe, words: readonly string[]): boolean {
  const colour = words.map(findColour).find((found) => found !== undefined);
  if (words.length > 0 && words.every((word) => nothingWords.has(word))) {
    wardrobe[slot] = { name: "none" };
    return true;
  }
  const name = findPhrase<string>(features[slot], words) ?? (colour ? defaults[slot] : undefined);
  if (name === undefined) return false;
  assign(wardrobe, slot, name, colour);
  return true;
}

function assign(wardrobe: Wardrobe, slot: keyof Wardrobe, name: string, colour: Tone | undefined): void {
  // The name comes from the slot's own lexicon, which the type of a dynamic key cannot express.
  (wardrobe as Record<keyof Wardrobe, Feature<string>>)[slot] = { name, colour };
}

/** Sets the layers that the prompt mentions as worn or held. */
export function dressFromPrompt(wardrobe: Wardrobe, words: readonly string[]): void {
  let verb = "";
  let age = 9;
  words.forEach((word, at) => {
    if (wearingWords.has(word) || holdingWords.has(word)) [verb, age] = [word, 0];
    else if (word !== "and") age += 1;
    if (age === 0 || age > 6 || verb === "") return;
    const pair = `${word}-${words[at + 1] ?? ""}`;
    const colour = findColour(words[at - 1] ?? "");
    for (const slot of ["eyes", "held", "hat", "clothes", "accessory"] as const) {
      const fits = slot === "held" ? holdingWords.has(verb) : wearingWords.has(verb);
      if (!fits || wardrobe[slot] || (verb === "in" && slot !== "clothes")) continue;
      const name = findWord<string>(features[slot], pair) ?? findWord<string>(features[slot], word);
      if (name === undefined || (slot === "eyes" && !isEyewear(name))) continue;
      assign(wardrobe, slot, name, colour);
      return;
    }
  });
}

function isEyewear(name: string): boolean {
  return ["glasses", "sunglasses", "visor", "eyepatch", "monocle", "goggles", "laser", "glasses3d"].includes(
    name,
  );
}
