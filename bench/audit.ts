import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createContractGenerator } from "../apps/server/src/features/contracts/index.ts";
import {
  readCorpus,
  readLegacyCorpus,
  readMark,
} from "../packages/solidity-audit/src/__fixtures__/modern-corpus.ts";
import { answerAll } from "../packages/solidity-generator/src/__fixtures__/run-evaluation.ts";
import { buildAuditParts, labelledData } from "./audit-parts.ts";
import { installedForge, measureProofs } from "./audit-proofs.ts";
import { runBareSlither } from "./bare-slither.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";

// Labelled contracts, audited and scored beside bare Slither in the same run; the time of an audit against compiling
// with the same solc and running Slither as it comes; and the event loop while eight audits are asked for at once.
// `npm run bench:audit -- score`, `-- modern`, `-- legacy`, `-- openzeppelin`, `-- proofs`, `-- generated`, `-- time` and `-- load` run one part each.

interface Labelled {
  file: string;
  findings: { category: string; lines: number[] }[];
}

const part = process.argv[2] ?? "all";
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const folder = join(labelledData, "smartbugs-curated");
const scorer = join(labelledData, "score-audit.py");
if (!existsSync(folder)) throw new Error(`no labelled contracts at ${folder}; set AUDIT_DATA`);
const labels = JSON.parse(readFileSync(join(folder, "labels.json"), "utf8")) as Labelled[];
const sourceOf = (file: string) => readFileSync(join(folder, "contracts", file), "utf8");
const { signal } = new AbortController();

if (part === "all" || part === "score") await score();
if (part === "all" || part === "modern") await scoreModern();
if (part === "all" || part === "legacy") await scoreLegacy();
if (part === "all" || part === "openzeppelin") await auditOpenZeppelin();
if (part === "all" || part === "proofs") await measureProofs();
if (part === "all" || part === "generated") await auditGenerated();
if (part === "all" || part === "time") await compareTimes();
if (part === "all" || part === "load") await watchEventLoop();

async function score(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 2 });
  const ours: Record<string, unknown> = {};
  const bare: Record<string, unknown> = {};
  for (const { file } of labels) {
    const [report, alerts] = await Promise.all([
      parts.auditor.audit([sourceOf(file)], signal),
      runBareSlither(parts, { [file]: sourceOf(file) }),
    ]);
    const isAnalysed = report.analysed.contracts.length > 0;
    ours[file] = isAnalysed ? report.findings.map(({ category, lines }) => ({ category, lines })) : null;
    bare[file] = alerts ?? null;
  }
  await parts.stop();
  const found = runScorer("audit", ours);
  runScorer("bare Slither", bare);
  printFigure("audit_recall", found.recall, ">= 0.80");
  printFigure("audit_alerts_on_a_label", found.share, ">= 0.20");
  printFigure("audit_files_not_analysed", found.unanalysed, "0");
}

/** Contracts for 0.8 with one planted weakness each, and their fixed versions. */
async function scoreModern(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 2 });
  const corpus = readCorpus();
  let found = 0;
  let quiet = 0;
  for (const { name, planted, fixed } of corpus) {
    const [broken, twin] = await Promise.all(
      [planted, fixed].map((source) => parts.auditor.audit([source], signal)),
    );
    if (!broken || !twin || broken.analysed.contracts.length === 0 || twin.analysed.contracts.length === 0) {
      throw new Error(`${name} was not analysed: ${broken?.verdict} ${twin?.verdict}`);
    }
    const mark = readMark(planted);
    const isFound = broken.findings.some(
      ({ category, lines }) => category === mark.category && lines.includes(mark.line),
    );
    const high = twin.findings.filter(({ severity }) => severity === "high");
    if (isFound) found++;
    if (high.length === 0) quiet++;
    if (!isFound) print(`${name}: ${mark.category} in line ${mark.line} was not found`);
    for (const { rule, lines } of high)
      print(`${name}, fixed: high finding ${rule} in lines ${lines.join(", ")}`);
  }
  await parts.stop();
  printFigure("audit_modern_found", found, `>= ${Math.ceil(corpus.length * 0.8)} of ${corpus.length}`);
  printFigure(
    "audit_modern_twins_without_high",
    quiet,
    `>= ${Math.ceil(corpus.length * 0.92)} of ${corpus.length}`,
  );
}

/** Contracts of all ages with one planted weakness each, beside bare Slither. */
async function scoreLegacy(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 2 });
  const corpus = readLegacyCorpus();
  let found = 0;
  let bareFound = 0;
  let alerts = 0;
  let onMark = 0;
  for (const { name, planted } of corpus) {
    const [{ findings, analysed, verdict }, bare] = await Promise.all([
      parts.auditor.audit([planted], signal),
      runBareSlither(parts, { "contract.sol": planted }),
    ]);
    if (analysed.contracts.length === 0) throw new Error(`${name} was not analysed: ${verdict}`);
    const mark = readMark(planted);
    const isOnMark = (alert: { category: string; lines: number[] }) =>
      alert.category === mark.category && alert.lines.includes(mark.line);
    if (findings.some(isOnMark)) found++;
    else print(`${name}: ${mark.category} in line ${mark.line} was not found`);
    if (bare?.some(isOnMark)) bareFound++;
    alerts += findings.length;
    onMark += findings.filter(isOnMark).length;
  }
  await parts.stop();
  print(`bare Slither: ${bareFound} of ${corpus.length}`);
  printFigure("audit_legacy_recall", found / corpus.length, ">= 0.80");
  printFigure("audit_legacy_alerts_on_the_mark", onMark / alerts, ">= 0.20");
}

/** OpenZeppelin's own contracts: every high finding there is a false positive. */
async function auditOpenZeppelin(): Promise<void> {
  const root = dirname(
    createRequire(new URL("../packages/solidity-compiler/package.json", import.meta.url)).resolve(
      "@openzeppelin/contracts/package.json",
    ),
  );
  const folders = readdirSync(root, { withFileTypes: true })
    // Interfaces alone have nothing to analyse.
    .filter((entry) => entry.isDirectory() && !["build", "interfaces", "vendor"].includes(entry.name))
    .flatMap(({ name }) =>
      name === "token" ? readdirSync(join(root, name)).map((sub) => join(name, sub)) : name,
    );
  const parts = buildAuditParts({ concurrent: 1, forge: installedForge() });
  let files = 0;
  let missed = 0;
  let high = 0;
  let proofs = 0;
  for (const folderName of folders) {
    const report = await parts.auditor.audit([quoteFolder(root, folderName)], signal);
    print(`\nOpenZeppelin ${folderName}: ${report.verdict}`);
    for (const { severity, rule, file, lines, quote } of report.findings) {
      if (severity === "high" || severity === "medium")
        print(`${severity} ${rule} ${file}:${lines[0]} ${quote}`);
    }
    files += report.analysed.files.length;
    missed += report.notAnalysed.length;
    high += report.counts.high;
    proofs += report.proofs?.proven ?? 0;
  }
  await parts.stop();
  printFigure("audit_openzeppelin_files", files, ">= 200");
  printFigure("audit_openzeppelin_not_analysed", missed, "0");
  printFigure("audit_openzeppelin_high", high, "0");
  printFigure("audit_openzeppelin_proofs", proofs, "0");
}

function quoteFolder(root: string, name: string): string {
  return readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sol"))
    .map((file) => {
      const source = readFileSync(join(root, name, file), "utf8");
      return `\`\`\`\`solidity @openzeppelin/contracts/${name}/${file}\n${source}\n\`\`\`\``;
    })
    .join("\n\n");
}

/** Every contract that the generator produces from its list of requests. */
async function auditGenerated(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 2 });
  const answered = await answerAll(createContractGenerator({ compiler: parts.compiler }));
  const sources = new Map(
    answered.flatMap(({ prompt, made }) => (made ? [[made.source, prompt] as const] : [])),
  );
  let high = 0;
  let medium = 0;
  let missed = answered.length - answered.filter(({ made }) => made).length;
  const audits = Array.from(sources, async ([source, prompt]) => {
    const { findings, counts, analysed, notAnalysed, verdict } = await parts.auditor.audit([source], signal);
    high += counts.high;
    medium += counts.medium;
    if (analysed.contracts.length === 0) missed++;
    if (notAnalysed.length > 0) print(`${prompt}: ${verdict}`);
    for (const { severity, rule, subject, lines, quote } of findings) {
      if (severity === "high" || severity === "medium")
        print(`${severity} ${rule} ${subject}, line ${lines[0]}: ${quote} (${prompt})`);
    }
  });
  await Promise.all(audits);
  await parts.stop();
  printFigure("audit_generated_contracts", sources.size, ">= 70");
  printFigure("audit_generated_not_analysed", missed, "0");
  printFigure("audit_generated_medium", medium, "each looked at");
  printFigure("audit_generated_high", high, "0");
}

function runScorer(name: string, findings: Record<string, unknown>) {
  const scratch = mkdtempSync(join(tmpdir(), "mintwright-score-"));
  const path = join(scratch, "findings.json");
  writeFileSync(path, JSON.stringify(findings));
  const text = execFileSync("python3", [scorer, join(folder, "labels.json"), path], { encoding: "utf8" });
  rmSync(scratch, { recursive: true });
  print(`\n${name}:\n${text.trim()}`);
  const [, recall, share, unanalysed] =
    /recall \S+ = ([\d.]+); alerts \d+, of which on a label \d+ \(([\d.]+)\); not analysed (\d+)/.exec(
      text,
    ) ?? [];
  return { recall: Number(recall), share: Number(share), unanalysed: Number(unanalysed) };
}

async function compareTimes(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 1 });
  const files = labels.filter((_, position) => position % 9 === 4).map(({ file }) => file);
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    let ours = 0;
    let theirs = 0;
    for (const [position, file] of files.entries()) {
      const source = sourceOf(file);
      const audit = async () => {
        ours += await timeInMs(() => parts.auditor.audit([source], signal));
      };
      const bare = async () => {
        theirs += await timeInMs(() => runBareSlither(parts, { [file]: source }));
      };
      const inTurn = (position + round) % 2 === 0 ? [audit, bare] : [bare, audit];
      for (const step of inTurn) await step();
    }
    // The first round loads compilers and files.
    if (round > 0) ratios.push(ours / theirs);
  }
  await parts.stop();
  printRounds("time of an audit ÷ solc and bare Slither", ratios, "");
  printFigure("audit_time_ratio", median(ratios), "<= 1.3");
}

async function watchEventLoop(): Promise<void> {
  const parts = buildAuditParts({ concurrent: 2 });
  const largest = labels.map(({ file }) => sourceOf(file)).sort((a, b) => b.length - a.length);
  await parts.auditor.audit([largest[0] ?? ""], signal);
  const worst: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await Promise.all(largest.slice(0, 8).map((source) => parts.auditor.audit([source], signal)));
    delay.disable();
    worst.push(delay.percentile(99) / 1e6);
  }
  await parts.stop();
  printRounds("event-loop delay p99 during 8 audits at once", worst, "ms");
  printFigure("audit_event_loop_p99_ms", median(worst), "< 50");
}

async function timeInMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
