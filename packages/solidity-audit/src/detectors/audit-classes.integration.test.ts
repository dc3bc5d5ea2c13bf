import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditClasses } from "../__fixtures__/audit-classes.ts";
import { createTestAuditor } from "../__fixtures__/test-auditor.ts";
import type { Finding } from "../finding.ts";

const { auditFiles, stop } = createTestAuditor();
afterAll(() => stop());

describe("what auditors report in modern code", () => {
  let found: Finding[] = [];

  beforeAll(async () => {
    const header = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\n";
    const files = auditClasses.flatMap(({ rule, code, fix: [from, to] }) => {
      const fixed = code.replace(from, () => to);
      if (fixed === code) throw new Error(`the fix of ${rule} changes nothing`);
      return [
        [`${rule}.sol`, header + code],
        [`${rule}.fixed.sol`, header + fixed],
      ] as const;
    });
    const report = await auditFiles(Object.fromEntries(files));
    expect(report.notAnalysed.map(({ what }) => what)).toEqual(["by Slither"]);
    found = report.findings;
  }, 120_000);

  it.each(auditClasses.map(({ rule }) => rule))("%s is found, and not in the mended contract", (rule) => {
    const files = found.filter((finding) => finding.rule === rule).map(({ file }) => file);
    expect(files).toContain(`${rule}.sol`);
    expect(files).not.toContain(`${rule}.fixed.sol`);
  });
});
