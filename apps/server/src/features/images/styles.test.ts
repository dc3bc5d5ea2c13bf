import { expect, it } from "vitest";
import { expandStyle, styles } from "./styles.ts";

it("publishes styles with names, descriptions and wordings of their own", () => {
  expect(styles.length).toBeGreaterThan(10);
  for (const key of ["name", "description", "wording"] as const) {
    const texts = styles.map((style) => style[key]);
    expect(texts.every((text) => text.length > 0)).toBe(true);
    expect(new Set(texts).size).toBe(styles.length);
  }
});

it.each(styles)("knows $name in any case and spacing", ({ name, wording }) => {
  const spellings = [
    name,
    name.toUpperCase(),
    `  ${name} `,
    name.replaceAll(" ", "_"),
    name.replaceAll(" ", "-"),
  ];
  expect(spellings.map(expandStyle)).toEqual(spellings.map(() => wording));
});

it.each(["Bauhaus", "Neon Noir", "constructor", "__proto__", "油絵", "  kept as given  "])(
  "uses %j as given",
  (style) => expect(expandStyle(style)).toBe(style),
);
