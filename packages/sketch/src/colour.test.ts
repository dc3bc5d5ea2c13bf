import { describe, expect, it } from "vitest";
import { blend, shift, toBytes, toHex, tone } from "./colour.ts";

describe("OKLCH to sRGB", () => {
  it("meets the known ends of the scale", () => {
    expect(toHex({ l: 1, c: 0, h: 0 })).toBe("#ffffff");
    expect(toHex({ l: 0, c: 0, h: 0 })).toBe("#000000");
    expect(toHex({ l: 0.6279, c: 0.2576, h: 29.23 })).toMatch(/^#f[def]0[0-9a-f]0[0-9a-f]$/);
  });

  it("gives up chroma, not hue, where sRGB ends", () => {
    const [red, green, blue] = toBytes(tone(0.6, 0.37, 145));
    expect(green).toBeGreaterThan(red);
    expect(green).toBeGreaterThan(blue);
  });

  it("keeps every tone in range", () => {
    expect(shift(tone(0.9, 0.1, 350), { l: 1, h: 30 })).toEqual({ l: 0.995, c: 0.1, h: 20 });
    expect(blend(tone(0.2, 0.1, 10), tone(0.8, 0.1, 10), 0.5).l).toBeCloseTo(0.5);
  });
});
