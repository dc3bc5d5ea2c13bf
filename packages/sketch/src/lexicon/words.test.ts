import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readWords } from "./word-list.ts";

const folder = fileURLToPath(new URL("./words/", import.meta.url));
const files = globSync("*.json", { cwd: folder }).sort();

function listWords(data: unknown): string[] {
  if (typeof data === "string") return data.split(" ");
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(listWords) : [];
}

it("finds the data files", () => {
  expect(files).toHaveLength(10);
});

it.each(files)("%s has only words that a text can contain, alone or as a pair", (file) => {
  const words = listWords(JSON.parse(readFileSync(`${folder}${file}`, "utf8")));
  expect(words.length).toBeGreaterThan(20);
  const isReadable = (word: string) => readWords(word).length <= 2 && readWords(word).join("-") === word;
  expect(words.filter((word) => !isReadable(word))).toEqual([]);
});
