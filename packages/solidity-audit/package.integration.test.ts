import { runPackedExample } from "@mintwright/test-harness";
import { expect, it } from "vitest";

it("installs from its tarball and audits in an empty folder", { timeout: 300_000 }, async () => {
  const output = await runPackedExample("solidity-audit", ["solidity-compiler"]);
  expect(output).toMatch(/^unprotected-selfdestruct \[ 1 \]\n# Audit\n\n.*Found 1 weakness/);
  expect(output).toMatch(/\n[1-9]\d{2,}\n$/);
});
