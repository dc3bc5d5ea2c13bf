import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateKey, hashKey, isWellFormedKey, shownCharacters } from "./key-format.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("a generated key", () => {
  it("has the scheme, the cell, 30 random characters and 6 of checksum", () => {
    for (const cell of ["aa", "zz", "qx"]) {
      expect(generateKey(cell)).toMatch(new RegExp(`^mw_live_${cell}[0-9A-Za-z]{36}$`));
    }
  });

  it("shows nothing random in the characters that may be shown, beyond the first two", () => {
    const key = generateKey("aa");
    expect(key.slice(0, shownCharacters)).toMatch(/^mw_live_aa[0-9A-Za-z]{6}$/);
  });

  it("is well formed and never the same among 20,000", () => {
    const keys = new Set<string>();
    let malformed = 0;
    for (let i = 0; i < 20_000; i++) {
      const key = generateKey("aa");
      if (!isWellFormedKey(key)) malformed++;
      keys.add(key);
    }
    expect(malformed).toBe(0);
    expect(keys.size).toBe(20_000);
  });

  it("uses the whole alphabet, evenly", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 4_000; i++) {
      for (const character of generateKey("aa").slice(10, 40)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    const expected = (4_000 * 30) / 62;
    expect([...counts.keys()].sort().join("")).toBe(alphabet);
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(expected * 0.8);
      expect(count).toBeLessThan(expected * 1.2);
    }
  });
});

describe("the checksum", () => {
  it("catches every change of a single character", () => {
    const missed: string[] = [];
    for (let i = 0; i < 25; i++) {
      const key = generateKey("aa");
      for (let place = 0; place < key.length; place++) {
        for (const character of `${alphabet}_`) {
          if (character === key[place]) continue;
          const changed = key.slice(0, place) + character + key.slice(place + 1);
          if (isWellFormedKey(changed)) missed.push(`${key} → ${changed}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it("catches every swap of two neighbours", () => {
    const missed: string[] = [];
    let swaps = 0;
    for (let i = 0; i < 1_000; i++) {
      const key = generateKey("aa");
      for (let place = 0; place < key.length - 1; place++) {
        if (key[place] === key[place + 1]) continue;
        swaps++;
        const swapped = key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2);
        if (isWellFormedKey(swapped)) missed.push(`${key} → ${swapped}`);
      }
    }
    expect(swaps).toBeGreaterThan(35_000);
    expect(missed).toEqual([]);
  });

  it.each([
    ["empty", () => ""],
    ["cut", (key: string) => key.slice(0, -1)],
    ["longer", (key: string) => `${key}0`],
    ["of another scheme", (key: string) => key.replace("mw_live_", "mw_test_")],
    ["of an upper-case cell", (key: string) => key.replace("mw_live_aa", "mw_live_AA")],
    ["followed by a line end", (key: string) => `${key}\n`],
    ["preceded by a space", (key: string) => ` ${key}`],
  ])("refuses a key that is %s", (_case, change) => {
    expect(isWellFormedKey(change(generateKey("aa")))).toBe(false);
  });
});

it("hashes a key with SHA-256", () => {
  const key = generateKey("aa");
  expect(hashKey(key)).toBe(createHash("sha256").update(key).digest("hex"));
});
