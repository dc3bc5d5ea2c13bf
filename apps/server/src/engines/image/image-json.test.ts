import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { parseImageJson } from "./image-json.ts";

const long = randomBytes(60_000).toString("base64");
const parse = (text: string) =>
  JSON.parse(
    JSON.stringify(parseImageJson(Buffer.from(text)), (_key, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    ),
  );

it.each([
  ["a short text", JSON.stringify({ images: ["abcd"], info: "" })],
  ["an image", JSON.stringify({ images: [long], info: JSON.stringify({ seed: 7, prompt: "“é”" }) })],
  ["two images", JSON.stringify({ images: [long, long], parameters: { prompt: "ø" } })],
  ["escapes before the image", JSON.stringify({ info: '"', images: [long] })],
  ["a long text with escapes", JSON.stringify({ text: `${long}\n"`, images: [long] })],
  ["no text at all", "[1,2,3]"],
])("reads %s as JSON.parse does", (_name, text) => {
  // Not shown when they differ: they are long.
  expect(isDeepStrictEqual(parse(text), JSON.parse(text))).toBe(true);
});

it("leaves an image as bytes", () => {
  const { images } = parseImageJson(Buffer.from(JSON.stringify({ images: [long] }))) as {
    images: unknown[];
  };
  expect(images).toEqual([Buffer.from(long)]);
});

it.each(["", "{", `{"images":["${long}"`, `{"images":["${long}`, `"${long}" 1`])(
  "refuses what is no JSON",
  (text) => {
    expect(() => parseImageJson(Buffer.from(text))).toThrow(SyntaxError);
  },
);
