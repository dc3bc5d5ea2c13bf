import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openFolder } from "./folder-files.ts";

it("reads nothing outside of the folder", () => {
  const parent = mkdtempSync(join(tmpdir(), "mintwright-folder-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  mkdirSync(join(parent, "project/src"), { recursive: true });
  writeFileSync(join(parent, "secret.sol"), "a secret");
  writeFileSync(join(parent, "project/src/Token.sol"), "contract Token {}");
  const files = openFolder(join(parent, "project"));
  expect(files.read("src/../src/Token.sol")).toBe("contract Token {}");
  expect(files.read("../secret.sol")).toBeUndefined();
  expect(files.read("src/../../secret.sol")).toBeUndefined();
  expect(files.hasFolder("..")).toBe(false);
});
