import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readSentiment, type Sentiment } from "../understanding/sentiment.ts";

type Label = Sentiment["label"];
const labels: readonly Label[] = ["negative", "neutral", "positive"];

/** A headline with the sentiment that a person gave it. */
export interface LabelledHeadline {
  label: Label;
  title: string;
  /** Decided by a hash of the title: only this half may be looked at while words and weights are chosen. */
  isTuned: boolean;
}

export function readSentimentHeadlines(): LabelledHeadline[] {
  return readFileSync(new URL("sentiment-headlines.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [label, title = ""] = line.split("|") as [Label, string];
      return { label, title, isTuned: Number.parseInt(hash("sha256", title).slice(0, 8), 16) % 2 === 0 };
    });
}

/** Measures the mean F1 of the three labels, and how far confidence and accuracy are apart. */
export function measureSentiment(headlines: readonly LabelledHeadline[]) {
  const found = headlines.map((headline) => ({ ...headline, ...toFound(headline) }));
  const f1 = (label: Label) => {
    const right = found.filter((one) => one.label === label && one.found === label).length;
    const said = found.filter((one) => one.found === label).length;
    const meant = found.filter((one) => one.label === label).length;
    return said + meant === 0 ? 0 : (2 * right) / (said + meant);
  };
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const accuracyOf = (part: typeof found) => mean(part.map((one) => +(one.found === one.label)));
  return {
    macroF1: mean(labels.map(f1)),
    accuracy: accuracyOf(found),
    meanConfidence: mean(found.map((one) => one.confidence)),
    sureAccuracy: accuracyOf(found.filter((one) => one.confidence >= 0.7)),
    unsureAccuracy: accuracyOf(found.filter((one) => one.confidence < 0.7)),
    mistakes: found
      .filter((one) => one.found !== one.label)
      .map((one) => `${one.found} (${one.confidence}), not ${one.label}: ${one.title}`),
  };
}

function toFound({ title }: LabelledHeadline): { found: Label; confidence: number } {
  const { label, confidence } = readSentiment(title);
  return { found: label, confidence };
}
