import { expect, it } from "vitest";
import { composePrompt } from "./styles.ts";

const traits = [
  { trait_type: "Hat", value: "Golden crown" },
  { trait_type: "Eye Colour", value: "green" },
];

it("is the prompt alone where nothing else is asked for", () => {
  expect(composePrompt("a fox", undefined, [])).toBe("a fox");
  expect(composePrompt("a fox", "", [])).toBe("a fox");
});

it("adds the traits in their order, then the style", () => {
  expect(composePrompt("a fox", "Bauhaus", traits)).toBe(
    "a fox, hat: Golden crown, eye colour: green, Bauhaus",
  );
});

it("expands a known style", () => {
  expect(composePrompt("a fox", "Pixel", [])).toBe(
    "a fox, pixel art, 16-bit game sprite, limited palette, crisp pixels, dithering",
  );
});
