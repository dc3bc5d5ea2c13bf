import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createForge } from "@mintwright/solidity-compiler";
import { findForge } from "@mintwright/test-harness";
import { readCorpus, readMark } from "../packages/solidity-audit/src/__fixtures__/modern-corpus.ts";
import { buildAuditParts, labelledData } from "./audit-parts.ts";
import { print, printFigure } from "./measure.ts";

export function installedForge() {
  return createForge(findForge(), { timeoutInMs: 20_000, memoryInMb: 4_096, maxOutputBytes: 8_000_000 });
}

type Parts = ReturnType<typeof buildAuditParts>;

const { signal } = new AbortController();

const classes = ["reentrancy", "access_control", "token_integration", "bad_randomness", "price_manipulation"];

/** Proofs of the planted weaknesses by class, none of the fixed versions, and of the labelled contracts. */
export async function measureProofs(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 1, forge: installedForge() });
  await proveModern(parts);
  await proveLabelled(parts);
  await parts.stop();
}

async function proveModern(parts: Parts): Promise<void> {
  const proven = new Map(classes.map((category) => [category, { of: 0, proven: 0 }]));
  let onTwins = 0;
  for (const { name, planted, fixed } of readCorpus()) {
    const { category, line } = readMark(planted);
    const count = proven.get(category);
    if (count) {
      const { findings, proofs } = await parts.auditor.audit([planted], signal);
      const isProven = findings.some(
        (finding) => finding.proof && finding.category === category && finding.lines.includes(line),
      );
      count.of++;
      if (isProven) count.proven++;
      print(`${name}: ${isProven ? "proven" : `not proven (${proofs?.notRun ?? "no attack worked"})`}`);
    }
    const twin = await parts.auditor.audit([fixed], signal);
    for (const { rule, proof } of twin.findings) {
      if (!proof) continue;
      onTwins++;
      print(`${name}, fixed: proof of ${rule}`);
    }
  }
  for (const [category, count] of proven) print(`${category}: ${count.proven} of ${count.of}`);
  const counts = [...proven.values()];
  const total = counts.reduce((sum, count) => sum + count.of, 0);
  printFigure(
    "audit_proofs_modern",
    counts.reduce((sum, count) => sum + count.proven, 0),
    `>= ${Math.ceil(total * 0.6)} of ${total}`,
  );
  printFigure("audit_proofs_on_fixed_twins", onTwins, "0");
}

async function proveLabelled(parts: Parts): Promise<void> {
  const folder = join(labelledData, "smartbugs-curated", "contracts");
  let proven = 0;
  for (const file of readdirSync(folder).sort()) {
    const { proofs } = await parts.auditor.audit([readFileSync(join(folder, file), "utf8")], signal);
    if (!proofs) continue;
    if (proofs.proven > 0) proven++;
    print(`${file}: ${proofs.proven} of ${proofs.tried} proven${proofs.notRun ? `, ${proofs.notRun}` : ""}`);
  }
  printFigure("audit_proofs_labelled_contracts", proven, ">= 20");
}
