import { describe, expect, it } from "vitest";
import { spell, writeText } from "./stroke-alphabet.ts";

describe("the stroke alphabet", () => {
  it("spells what it can and drops the rest", () => {
    expect(spell("Ünïcode_7 <b>", 20)).toBe("UNICODE 7 B");
    expect(spell("日本", 20)).toBe("");
    expect(spell("a very long value indeed", 10)).toBe("A VERY L..");
  });

  it("writes only path data", () => {
    const text = writeText("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.:/#%!?&", 10, 20, 12);
    expect(text).toMatch(/^[MLHVQZ0-9 .-]+$/);
    expect(writeText("I", 0, 0, 6)).toBe("M2 0 V6 M1 0 H3 M1 6 H3 ");
  });
});
