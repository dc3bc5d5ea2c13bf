import { expect, it } from "vitest";
import { chooseSearchConfiguration } from "./language.ts";

it.each([
  [undefined, "english"],
  ["", "english"],
  ["en", "english"],
  ["pt-BR", "portuguese"],
  ["DE_at", "german"],
  ["ja", "simple"],
  ["constructor", "simple"],
])("pages in %s are searched as %s", (language, configuration) => {
  expect(chooseSearchConfiguration(language)).toBe(configuration);
});
