import { runPackedExample } from "@mintwright/test-harness";
import { expect, it } from "vitest";

it("installs from its tarball and compiles in an empty folder", { timeout: 300_000 }, async () => {
  expect(await runPackedExample("solidity-compiler")).toMatch(/^0\.8\.\d+ 0 [1-9]\d{2,}\n$/);
});
