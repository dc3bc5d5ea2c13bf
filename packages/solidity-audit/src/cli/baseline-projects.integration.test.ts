import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "./run.ts";

const units = join(
  process.env.AUDIT_DATA ?? fileURLToPath(new URL("../../../../../shared/data", import.meta.url)),
  "forge-curated/units",
);
const isThere = existsSync(units);
if (!isThere) process.stderr.write(`SKIPPED: no labelled projects at ${units}; set AUDIT_DATA\n`);
const scratch = mkdtempSync(join(tmpdir(), "mintwright-baseline-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const projects = [
  {
    name: "usdkg-consensys-diligence",
    file: "USDkg/contracts/USDKG.sol",
    rename: "allowed",
  },
  {
    name: "virtuals-protocol-staking-zenith-audit-report",
    file: "protocol-contracts/contracts/token/veVirtual.sol",
    rename: "multiplier",
  },
  {
    name: "cantina-clearpool-aug2025",
    file: "3f87019c/clearpool-payfi-vaults/src/base/Roles/AccountantWithRateProviders.sol",
    rename: "timeElapsed",
  },
];

async function audit(...words: string[]) {
  const notes: string[] = [];
  let report = "";
  await run([...words, "--format", "json", "--slither", ""], {
    out: (text) => {
      report = text;
    },
    err: (text) => notes.push(text),
  });
  return { ...(JSON.parse(report) as { findings: { rule: string; subject: string }[] }), notes };
}

/** Copies a project out of the data set, where files cannot be changed. */
function copyProject(name: string): string {
  const folder = join(scratch, name);
  cpSync(join(units, name, "sources"), folder, { recursive: true, mode: 0 });
  const { remappings } = JSON.parse(readFileSync(join(units, name, "unit.json"), "utf8")) as {
    remappings: string[];
  };
  writeFileSync(join(folder, "remappings.txt"), `${remappings.join("\n")}\n`);
  return folder;
}

describe.skipIf(!isThere)("a baseline of a real project", () => {
  it.each(projects)(
    "of $name stays silent after edits, and shows only the new weakness",
    { timeout: 120_000 },
    async ({ name, file, rename }) => {
      const folder = copyProject(name);
      const baseline = join(scratch, `${name}.json`);
      const before = await audit(folder, "--write-baseline", baseline);
      expect(before.findings.length).toBeGreaterThan(2);
      const code = readFileSync(join(folder, file), "utf8");
      const edited = code
        .replaceAll(new RegExp(`\\b${rename}\\b`, "g"), `${rename}Renamed`)
        .replace(/^((?:abstract )?contract )/m, "\n// Moved down.\n\n\n$1");
      expect(edited).not.toContain(`${rename} `);
      const planted =
        "\ncontract Planted {\n  function close() external { selfdestruct(payable(msg.sender)); }\n}\n";
      rmSync(join(folder, file));
      writeFileSync(join(folder, file), edited + planted);
      const after = await audit(folder, "--baseline", baseline);
      expect(after.findings).toMatchObject([{ rule: "unprotected-selfdestruct", subject: "Planted.close" }]);
      expect(after.notes).toContain(`Left out: ${before.findings.length} in the baseline.`);
    },
  );
});
