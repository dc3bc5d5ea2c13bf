import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("SECURITY.md names tests that exist", () => {
  const text = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter((path) => {
    const folder = /^(?:tests|faults|contracts|packages)\//.test(path) ? "../../" : "../../apps/server/src/";
    return !existsSync(new URL(folder + path, import.meta.url));
  });
  expect(missing).toEqual([]);
});
