import { readFileSync } from "node:fs";
import { wcagContrast } from "culori";
import { expect, it } from "vitest";

const palette = readFileSync(new URL("../../apps/server/pages/palette.css", import.meta.url), "utf8");
const tokens = new Map(
  [...palette.matchAll(/--([\w-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);
const grounds = ["paper", "surface", "sunken"];

function contrast(theme: "light" | "dark", one: string, other: string): number {
  const [first, second] = [tokens.get(one)?.[theme], tokens.get(other)?.[theme]];
  if (!first || !second) throw new Error(`The palette has no ${first ? other : one}.`);
  return wcagContrast(first, second);
}

it.each(["light", "dark"] as const)("has enough contrast in the %s theme", (theme) => {
  const tooLow = (pairs: [string, string][], least: number) =>
    pairs
      .map(([one, other]) => [`${one} on ${other}`, contrast(theme, one, other)] as const)
      .filter(([, found]) => found < least);
  // Borders of fields and buttons, and the background of what is selected: WCAG 2.2, 1.4.11.
  const shapes = ["edge", "selected", "accent"].flatMap((shape) =>
    grounds.map((ground): [string, string] => [shape, ground]),
  );
  expect(tooLow(shapes, 3)).toEqual([]);
  const texts = ["ink", "muted", "accent", "amber", "red", "blue", "green"].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  );
  const pairs: [string, string][] = [
    ["on-accent", "accent"],
    ["on-accent", "accent-strong"],
    ["on-selected", "selected"],
    ["ink", "amber-soft"],
    ["ink", "red-soft"],
  ];
  expect(tooLow([...texts, ...pairs], 4.5)).toEqual([]);
});
