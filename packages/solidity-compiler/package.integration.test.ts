import { installPacked, type PackedInstall, readExamples } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const [example = ""] = readExamples("solidity-compiler");

describe("the packed package, installed in an empty folder", () => {
  let installed: PackedInstall;

  beforeAll(async () => {
    installed = await installPacked("solidity-compiler");
  }, 300_000);

  afterAll(() => installed?.[Symbol.dispose]());

  it("compiles", async () => {
    expect(await installed.run(example)).toMatch(/^0\.8\.\d+ 0 [1-9]\d{2,}\n$/);
  });

  it("says which package to install for an old compiler", async () => {
    const old = example.replace("^0.8.24", "^0.6.0");
    await expect(installed.run(old)).rejects.toThrow(
      "This code asks for the compiler 0.6.12, which is not installed here. Allow 0.8 in the pragma, or have @mintwright/old-compilers installed.",
    );
  });
});
