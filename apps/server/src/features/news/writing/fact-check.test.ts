import { describe, expect, it } from "vitest";
import { writeExtract } from "./extract.ts";
import { isCopied, listUnsupported } from "./fact-check.ts";

const source =
  "Bitcoin slips under $70,000 as traders take profits. BTC fell 4% on Monday, Galaxy Digital's Mike Novogratz said, after $1.2 billion left funds.";

describe("what a rewritten text says", () => {
  it.each([
    "Traders took profits and BTC lost 4%, falling under $70,000.",
    "Funds saw $1.2bn leave. Mike Novogratz of Galaxy Digital commented on the bitcoin price.",
    "Profit taking pushes Bitcoin below $70K.",
  ])("is supported: %s", (text) => {
    expect(listUnsupported(text, source)).toEqual([]);
  });

  it.each([
    ["BTC lost 5% on Monday.", "5%"],
    ["It fell under $69,000.", "69000"],
    ["Analysts at Goldman Sachs agree.", "Goldman"],
    ["The move followed a rally in ETH.", "ETH"],
    ["Vitalik Buterin said that BTC fell.", "Vitalik"],
    ["Funds lost $1.2 million.", "1200000"],
  ])("is not supported: %s", (text, invented) => {
    expect(listUnsupported(text, source)).toContain(invented);
  });

  it("is a copy when it repeats a long run of words", () => {
    const long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
    expect(isCopied(`So: ${long}.`, `They said: ${long}, and more.`)).toBe(true);
    expect(isCopied("one two three, four other words", long)).toBe(false);
  });
});

describe("an extract", () => {
  it("ends with a sentence, is short, and names its source", () => {
    const text = `${"A sentence of some length stands here. ".repeat(12)}`;
    const extract = writeExtract(text, "Title", "Outlet");
    expect(extract).toMatch(/here\. \(Outlet\)$/);
    expect(extract.length).toBeLessThan(300);
  });

  it("says at least who reported", () => {
    expect(writeExtract("", "Title", "Outlet")).toBe("Reported by Outlet.");
    expect(writeExtract("Short. The post Short appeared first on Blog.", "Title", "Outlet")).toBe(
      "Short. (Outlet)",
    );
  });
});
