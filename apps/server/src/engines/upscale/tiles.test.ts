import { describe, expect, it } from "vitest";
import { splitIntoTiles } from "./tiles.ts";

describe("splitIntoTiles", () => {
  it.each([
    [512, 512, 108],
    [1, 1, 108],
    [109, 300, 108],
    [1024, 1792, 236],
  ])("covers %i×%i once, in tiles of at most %i", (width, height, maxSide) => {
    const covered = new Uint8Array(width * height);
    for (const tile of splitIntoTiles(width, height, maxSide)) {
      expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(maxSide);
      for (let y = tile.top; y < tile.top + tile.height; y++) {
        for (let x = tile.left; x < tile.left + tile.width; x++)
          covered[y * width + x] = (covered[y * width + x] ?? 0) + 1;
      }
    }
    expect(covered.every((times) => times === 1)).toBe(true);
  });

  it("leaves no sliver", () => {
    const sides = splitIntoTiles(109, 109, 108).map((tile) => tile.width);
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(54);
  });
});
