import { listCaseStages } from "./case-stages.ts";
import { cutNumbers } from "./numbers.ts";
import { commonWords, stopWords, synonyms } from "./story-words.ts";

/** What a report says, as comparable features with their weights. */
export type StoryFeatures = Map<string, number>;

/** Features from this weight on come from names in the title: whom the report is about. */
export const subjectWeight = 2.2;

/** Features that begin so weigh nothing: they only tell apart. */
export const stagePrefix = "§";

const titleFactor = 1.3;

const weights = { number: 3, smallNumber: 1.1, name: 2.2, perhapsName: 1.75, word: 1, common: 0.25 };

/** Cuts the ending off a word, so that "launches", "launched" and "launch" are one. */
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
  // At the start of a sentence every word has a capital; inside a word only names do.
  return startsSentence && !/^.+\p{Lu}/u.test(word) ? weights.perhapsName : weights.name;
}

function addText(features: StoryFeatures, text: string, factor: number): void {
  const { numbers, rest } = cutNumbers(text);
  const add = (feature: string, weight: number) => {
    features.set(feature, Math.max(features.get(feature) ?? 0, weight * factor));
  };
  // A round or small number is in every second report.
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

/** Reads the features of a report. */
export function readStory(title: string, description: string): StoryFeatures {
  const features: StoryFeatures = new Map();
  addText(features, title, titleFactor);
  addText(features, description.slice(0, 1_000), 1);
  for (const stage of listCaseStages(title)) features.set(`${stagePrefix}${stage}`, 0);
  return features;
}
