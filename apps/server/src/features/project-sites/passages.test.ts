import { describe, expect, it } from "vitest";
import type { Block } from "./documents/document.ts";
import { splitIntoPassages } from "./passages.ts";

function split(...blocks: Block[]) {
  return splitIntoPassages({ title: "Paper", blocks, links: [] });
}
const text = (words: string, place?: string): Block => ({
  kind: "text",
  text: words,
  ...(place && { place }),
});
const heading = (words: string): Block => ({ kind: "heading", text: words });
const sentence = "The tide comes twice a day and leaves a little earth behind each time. ";

describe("passages", () => {
  it("carry the title and the heading above them, and where they stand", () => {
    expect(split(text("start", "page=1"), heading("Token"), text("supply", "page=2"))).toEqual([
      { heading: "Paper", body: "start", place: "page=1" },
      { heading: "Paper › Token", body: "supply", place: "page=2" },
    ]);
  });

  it("hold several short paragraphs of one section", () => {
    expect(
      split(heading("A"), text("one"), text("two"), heading("B"), text("three")).map(({ body }) => body),
    ).toEqual(["one\ntwo", "three"]);
  });

  it("are cut at the ends of sentences, and lose nothing", () => {
    const passages = split(text(sentence.repeat(40).trim()));
    expect(passages.length).toBeGreaterThan(2);
    for (const { body } of passages) {
      expect(body.length).toBeLessThanOrEqual(900);
      expect(body.endsWith("time.")).toBe(true);
    }
    expect(
      passages
        .map(({ body }) => body)
        .join(" ")
        .replaceAll("\n", " "),
    ).toBe(sentence.repeat(40).trim());
  });

  it("are cut anywhere when there is neither sentence nor word, but never within a character", () => {
    const passages = split(text("🦊".repeat(1_000)));
    expect(passages.map(({ body }) => body).join("")).toHaveLength(2_000);
    for (const { body } of passages) expect(body.isWellFormed()).toBe(true);
  });
});
