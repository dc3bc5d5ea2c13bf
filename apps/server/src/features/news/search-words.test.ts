import { describe, expect, it } from "vitest";
import { cutWords, readWordQuery, toWordVector } from "./search-words.ts";

describe("words of an article", () => {
  it("are letters and digits in lower case, without accents", () => {
    expect(cutWords("Café's $1.5B Layer-2, ΑΒΓ Биткойн!")).toEqual([
      "cafe",
      "s",
      "1",
      "5b",
      "layer",
      "2",
      "αβγ",
      "биткоин",
    ]);
  });

  it("know their places, with a gap between title and description", () => {
    expect(toWordVector("Spot ETF", "spot it's")).toBe("'spot':1,13 'etf':2 'it':14 's':15");
    expect(toWordVector("'; drop", "")).toBe("'drop':1");
  });
});

describe("a search", () => {
  it.each([
    ["spot etf", ["spot", "etf"], null],
    ['"spot etf" fund', ["fund"], "('spot' <-> 'etf')"],
    ["layer-2", [], "('layer' <-> '2')"],
    ["stable*", [], "('stable':*)"],
    ['"open', ["open"], null],
    ["a:* | !b", ["b"], "('a':*)"],
  ])("%s is the words %j and the phrases %s", (text, words, phrases) => {
    expect(readWordQuery(text)).toEqual({ words, phrases });
  });

  it("of nothing but signs is none", () => {
    expect(readWordQuery("!!")).toBeUndefined();
  });
});
