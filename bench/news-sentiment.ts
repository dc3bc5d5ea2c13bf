import {
  measureSentiment,
  readSentimentHeadlines,
} from "../apps/server/src/features/news/__fixtures__/sentiment-headlines.ts";
import { print, printFigure } from "./measure.ts";

// How well the words of a headline tell its sentiment, on the half that nothing was tuned on. --show prints the mistakes on
// the tuned half, and nothing of the other one.

const headlines = readSentimentHeadlines();
const tuned = measureSentiment(headlines.filter(({ isTuned }) => isTuned));
print(
  `${headlines.length} headlines; tuned half: F1 ${tuned.macroF1.toFixed(3)}, accuracy ${tuned.accuracy.toFixed(3)}, mean confidence ${tuned.meanConfidence.toFixed(3)}, sure ${tuned.sureAccuracy.toFixed(3)}, unsure ${tuned.unsureAccuracy.toFixed(3)}`,
);
if (process.argv.includes("--show")) {
  for (const mistake of tuned.mistakes) print(mistake);
} else {
  const heldOut = measureSentiment(headlines.filter(({ isTuned }) => !isTuned));
  print(
    `held-out half: accuracy ${heldOut.accuracy.toFixed(3)}, mean confidence ${heldOut.meanConfidence.toFixed(3)}`,
  );
  printFigure("news.sentiment_f1", heldOut.macroF1, ">= 0.75");
  printFigure("news.sentiment_accuracy_when_sure", heldOut.sureAccuracy, ">= 0.85");
}
