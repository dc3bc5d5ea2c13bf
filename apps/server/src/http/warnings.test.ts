import { describe, expect, it } from "vitest";
import { RawAnswer, StreamAnswer } from "../serving/operation-context.ts";
import { addWarnings, writeWarningHeader } from "./warnings.ts";

const warnings = new Set(['say "hello" – twice', "and this"]);

describe("warnings", () => {
  it("are a Warning header of printable ASCII, and no header when there are none", () => {
    expect(writeWarningHeader(warnings)).toEqual({
      warning: '299 - "say \\"hello\\" ? twice", 299 - "and this"',
    });
    expect(writeWarningHeader(new Set())).toEqual({});
  });

  it.each([
    ["{}", { warnings: [...warnings] }],
    ['{"data":[1,2]}', { data: [1, 2], warnings: [...warnings] }],
  ])("are a field of the JSON object %s", (body, expected) => {
    const { body: written } = addWarnings(RawAnswer.json(body), warnings) as RawAnswer;
    expect(JSON.parse(String(written))).toEqual(expected);
  });

  it.each([
    ["a list", RawAnswer.json("[]")],
    ["an image", new RawAnswer("image/png", Buffer.from("}"))],
    ["a stream", new StreamAnswer("text/plain", (async function* () {})())],
  ])("leave the body of %s as it is", (_form, answer) => {
    expect(addWarnings(answer, warnings)).toBe(answer);
  });
});
