import { describe, expect, it } from "vitest";
import { measureSentiment, readSentimentHeadlines } from "../__fixtures__/sentiment-headlines.ts";
import { rateImportance } from "./importance.ts";
import { nameSentiment, numberSentiment, readSentiment } from "./sentiment.ts";

describe("sentiment of headlines that nothing was tuned on", () => {
  const headlines = readSentimentHeadlines();
  const heldOut = headlines.filter(({ isTuned }) => !isTuned);

  it("has enough headlines of every label", () => {
    expect(headlines).toHaveLength(200);
    for (const label of ["positive", "neutral", "negative"])
      expect(heldOut.filter((headline) => headline.label === label).length).toBeGreaterThanOrEqual(25);
  });

  it("reaches a macro F1 of 0.75, and is right more often when it is sure", () => {
    const { macroF1, sureAccuracy, unsureAccuracy } = measureSentiment(heldOut);
    expect(macroF1).toBeGreaterThanOrEqual(0.75);
    expect(sureAccuracy).toBeGreaterThanOrEqual(0.85);
    expect(sureAccuracy).toBeGreaterThan(unsureAccuracy);
  });
});

describe("sentiment", () => {
  it.each([
    ["Country lifts its ban on mining", "positive"],
    ["Country bans mining", "negative"],
    ["Transaction fees fall by half", "positive"],
    ["Transaction fees rise by half", "negative"],
    ["Stolen coins were returned", "positive"],
    ["Coins were stolen", "negative"],
    ["Bill does not pass", "negative"],
    ["What is a rollup?", "neutral"],
    ["", "neutral"],
  ])("reads %j as %s", (title, label) => {
    expect(readSentiment(title).label).toBe(label);
  });

  it("lets the title decide, and the description where the title says nothing", () => {
    expect(readSentiment("Token rallies", "It crashed last year after a hack.").label).toBe("positive");
    const described = "Attackers drained the vault in a hack; users lost everything in the theft.";
    expect(readSentiment("Weekly notes of the vault team", described).label).toBe("negative");
  });

  it("is stored as a number", () => {
    for (const label of ["positive", "neutral", "negative"] as const)
      expect(nameSentiment(numberSentiment(label))).toBe(label);
  });

  it("reads the beginning of a text that has no end", () => {
    const startedAt = performance.now();
    expect(readSentiment(`Coins stolen ${"a'".repeat(500_000)}`, "nn't ".repeat(200_000)).label).toBe(
      "negative",
    );
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

it("rates importance by the weight of the sources", () => {
  expect([0, 1, 1.9, 2, 3.9, 4, 50].map(rateImportance)).toEqual([
    ...["low", "low", "low", "medium", "medium", "high", "high"],
  ]);
});
