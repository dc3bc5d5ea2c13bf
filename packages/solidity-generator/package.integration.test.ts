import { runPackedExample } from "@mintwright/test-harness";
import { expect, it } from "vitest";

it("installs from its tarball and generates in an empty folder", { timeout: 300_000 }, async () => {
  const output = await runPackedExample("solidity-generator", ["solidity-compiler"]);
  expect(output).toMatch(
    /^Moon \[ 'erc20', 'burnable', 'tax' \] [1-9]\d{3,}\n\/\/ SPDX-License-Identifier: MIT\n/,
  );
  expect(output).toContain("contract Moon is ERC20");
});
