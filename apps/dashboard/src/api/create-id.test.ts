import { expect, it } from "vitest";
import { createId } from "./create-id.ts";

it("returns a different version 4 UUID each time", () => {
  const ids = Array.from({ length: 1_000 }, createId);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
