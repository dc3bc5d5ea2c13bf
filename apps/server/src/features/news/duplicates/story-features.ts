import { cutNumbers } from "./numbers.ts";
import { commonWords, stopWords, synonyms } from "./story-words.ts";

export type StoryFeatures = Map<string, number>;

/** Features of at least this weight are names in the title: the subjects of the report. */
export const subjectWeight = 2.2;

/** Features with this prefix have no weight: they only distinguish stories. */
export const stagePrefix = "§";

const titleFactor = 1.3;

const weights = { number: 3, smallNumber: 1.1, name: 2.2, perhapsName: 1.75, word: 1, common: 0.25 };

/** Removes the ending of a word, so that "launches", "launched" and "launch" are equal. */
function toStem(word: string): string {
  const stem = word
    .replace(/(?:'s|’s)$/, "")
    .replace(/ies$/, "y")
    .replace(/(?<=[a-z]{3})(?:ization|isation|ized|ised|izing|ising|ize|ise)$/, "iz")
    .replace(/(?<=[a-z]{3})(?:ations?|ments?|ers?|ors?|ings?|ed|es|s|ly|al)$/, "")
    .replace(/([bdfgklmnprt])\1$/, "$1")
    .replace(/e$/, "");
  return stem.length >= 2 ? stem : word;
}

function weighWord(word: string, startsSentence: boolean): number {
  if (!/^\p{Lu}/u.test(word)) return weights.word;
  // Every word at the start of a sentence is capitalised; only names have capitals inside.
  return startsSentence && !/^.+\p{Lu}/u.test(word) ? weights.perhapsName : weights.name;
}

function addText(features: StoryFeatures, text: string, factor: number): void {
  const { numbers, rest } = cutNumbers(text);
  const add = (feature: string, weight: number) => {
    features.set(feature, Math.max(features.get(feature) ?? 0, weight * factor));
  };
  // Round and small numbers occur in many reports.
  for (const { value, isTelling } of numbers)
    add(`#${value}`, isTelling ? weights.number : weights.smallNumber);
  for (const match of rest.matchAll(/[\p{L}][\p{L}\p{N}.'’&-]*[\p{L}\p{N}]|[\p{L}]/gu)) {
    for (const part of match[0].split(/[-–]/)) {
      const lower = part
        .toLowerCase()
        .replace(/['’]s$/, "")
        .replaceAll(/[.'’]/g, "");
      if (lower.length < 2 || stopWords.has(lower)) continue;
      const known = synonyms.get(lower) ?? toStem(lower);
      const isCommon = commonWords.has(lower) || commonWords.has(known);
      const startsSentence = match.index === 0 || /[.!?:] $/.test(rest.slice(0, match.index));
      add(known, isCommon ? weights.common : weighWord(part, startsSentence));
    }
  }
}

export function readStory(title: string, description: string): StoryFeatures {
  const features: StoryFeatures = new Map();
  addText(features, title, titleFactor);
  addText(features, description.slice(0, 1_000), 1);
  for (const stage of listCaseStages(title)) features.set(`${stagePrefix}${stage}`, 0);
  return features;
}

/** Stages of a court case. The same people appear at each stage, and each stage is a separate story. */
const stages: readonly (readonly [name: string, words: RegExp])[] = [
  ["charge", /\b(?:arrest(?:s|ed)?|indict(?:s|ed|ment)?|charged with|extradit(?:es|ed|ion))\b/i],
  ["verdict", /\b(?:pleads?|pleaded|plea|guilty|convict(?:s|ed|ion)|admits)\b/i],
  ["sentence", /\b(?:sentenc(?:e|es|ed)|prison|jail(?:ed)?|\d+[ -]years?)\b/i],
  ["acquittal", /\bacquit(?:s|ted|tal)\b/i],
  ["pardon", /\bpardon(?:s|ed)?\b/i],
];

function listCaseStages(title: string): string[] {
  return stages.flatMap(([name, words]) => (words.test(title) ? [name] : []));
}
