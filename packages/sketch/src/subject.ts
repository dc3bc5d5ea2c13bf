import type { Tone } from "./colour.ts";
import { findColour } from "./lexicon/colour-names.ts";
import { findNoun, type Noun } from "./lexicon/nouns.ts";
import { clauseEnds, colourOnlyWords, demotingWords, neutralWords } from "./lexicon/prompt-words.ts";

/** The subject of a text, with its occupation if both are named. */
export interface ReadSubject {
  readonly subject: Noun;
  readonly trade: string | undefined;
  readonly at: number;
}

/** The subject of a prompt, its colours, and the words that describe something else. */
export interface ChosenSubject {
  readonly subject: Noun;
  readonly trade: string | undefined;
  readonly coat: Tone | undefined;
  readonly accent: Tone | undefined;
  readonly otherWords: string[];
}

/** Finds the noun that a text is about. */
export function readSubject(words: readonly string[]): ReadSubject | undefined {
  let best: { noun: Noun; at: number; score: number } | undefined;
  let trade: string | undefined;
  let sinceDemoting = 9;
  words.forEach((word, at) => {
    if (demotingWords.has(word)) sinceDemoting = 0;
    else if (clauseEnds.has(word)) sinceDemoting += 3;
    else sinceDemoting += 1;
    // A "fairy tale" is a mood, not a fairy.
    const noun = words[at + 1] === "tale" ? undefined : findNoun(word);
    if (!noun) return;
    let score = 100 - Math.min(at, 40);
    if (sinceDemoting <= 4) score -= 120;
    if (noun.family === "landscape") score -= 60;
    if (neutralWords.has(word)) score -= 70;
    if (noun.family === "person") {
      if (noun.drawing !== "person" && sinceDemoting > 4) trade ??= noun.drawing;
      score -= 5;
    }
    const next = findNoun(words[at + 1] ?? "");
    // In a compound ("dragon ship", "coffee cup") the last noun is the subject; an occupation is worn instead.
    if (
      next &&
      next.family !== "person" &&
      next.family !== "landscape" &&
      noun.family !== "person" &&
      noun.drawing !== next.drawing
    )
      score -= 30;
    if (!best || score > best.score) best = { noun, at, score };
  });
  if (!best) return undefined;
  const found = best as { noun: Noun; at: number };
  if (found.noun.family === "person" && found.noun.drawing === "person" && trade)
    return { subject: { family: "person", drawing: trade }, trade: undefined, at: found.at };
  const canWear = found.noun.family === "animal" || found.noun.family === "robot";
  return { subject: found.noun, trade: canWear ? trade : undefined, at: found.at };
}

/** Chooses the subject and its colours; a text without a known noun gets an invented creature. */
export function chooseSubject(words: readonly string[], prompt: string): ChosenSubject {
  const found = readSubject(words);
  const at = found?.at ?? -1;
  const colours = words
    .map((word, index) => ({ colour: index === at ? undefined : readColour(word), index }))
    .filter((entry): entry is { colour: Tone; index: number } => entry.colour !== undefined);
  const own = colours.find((entry) => found !== undefined && entry.index < at && at - entry.index <= 3);
  const subject = found?.subject ?? { family: "animal", drawing: "spirit" };
  const first = found ? own : colours[0];
  return {
    subject,
    trade: found?.trade,
    coat: first?.colour,
    accent: colours.find((entry) => entry !== first)?.colour,
    otherWords:
      found && subject.family !== "landscape"
        ? words.filter((_, index) => index !== at)
        : prompt
          ? [...words]
          : [],
  };
}

function readColour(word: string): Tone | undefined {
  return findNoun(word) && !colourOnlyWords.has(word) ? undefined : findColour(word);
}
