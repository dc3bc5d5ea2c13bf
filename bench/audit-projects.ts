import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { absentSlither, auditProject, createAnalysisThreads } from "@mintwright/solidity-audit";
import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { labelledData } from "./audit-parts.ts";
import { type ProjectAlert, readLabelledProjects, toProjectAlert } from "./labelled-projects.ts";
import { print, printFigure } from "./measure.ts";
import { createSlitherWitness } from "./slither-alerts.ts";

// Whole projects with findings of published audits. The built-in detectors run alone, so that the figure is theirs. Slither
// runs on the same compilations if SLITHER names it and WITH_SLITHER=1 asks for it; otherwise its recorded alerts are
// scored. `npm run bench:audit-projects -- NAME` audits the projects whose name contains NAME and lists their alerts.
// ALERTS=FILE keeps the alerts in the scorer's format.

type Alerts = Record<string, ProjectAlert[] | null>;

interface Score {
  failed: string[];
  without_logic_other: { findings: number; finding_counts: { matched_function: number } };
  alerts_in_affected_files: number;
  share_on_label_function: number;
  chance_function: number;
}

const folder = join(labelledData, "forge-curated");
const recorded = join(folder, "alerts-slither-dev.json");
const [only] = process.argv.slice(2);
if (existsSync(folder)) await run();
else print(`SKIPPED: there are no labelled projects at ${folder}; set AUDIT_DATA`);

async function run(): Promise<void> {
  const compiler = createSolcCompiler({
    processes: 1,
    maxWaiting: 1,
    timeoutInMs: 300_000,
    memoryInMb: 2_048,
  });
  const threads = createAnalysisThreads(1, { timeoutInMs: 300_000 });
  const alerts: Alerts = {};
  const theirs: Alerts = {};
  const witness = process.env.WITH_SLITHER === "1" ? createSlitherWitness(readCategories()) : undefined;
  for (const { name, ...project } of readLabelledProjects(folder)) {
    if (only && !name.includes(only)) continue;
    const report = await auditProject(project, {
      compiler,
      threads,
      slither: witness?.slither ?? absentSlither,
    });
    if (witness) theirs[name] = witness.takeAlerts();
    const missing = report.notAnalysed.filter(({ reason }) => reason !== "it is not installed");
    print(`${name}: ${report.findings.length} findings, solc ${report.analysed.compiler}`);
    for (const { what, reason } of missing) print(`  not analysed: ${what} (${reason})`);
    if (only)
      for (const { severity, rule, file, lines, subject } of report.findings)
        print(`  ${severity} ${rule} ${file}:${lines[0]} ${subject}`);
    alerts[name] = report.analysed.files.length > 0 ? report.findings.map(toProjectAlert) : null;
  }
  await compiler.stop();
  await threads.stop();
  if (process.env.ALERTS) writeFileSync(process.env.ALERTS, JSON.stringify(alerts));
  if (only) return;
  if (witness) describe("Slither, in this run", theirs);
  describe("Slither 0.11.6, recorded", readRecorded());
  const ours = describe("Mintwright", alerts);
  printFigure("audit_projects_failed", ours.failed.length, "0");
  printFigure(
    "audit_projects_matched",
    ours.without_logic_other.finding_counts.matched_function,
    ">= 14 of 46",
  );
  printFigure("audit_projects_alerts", ours.alerts_in_affected_files, "<= 250");
  printFigure("audit_projects_on_a_labelled_function", ours.share_on_label_function, ">= 0.35");
}

function readRecorded(): Alerts {
  return JSON.parse(readFileSync(recorded, "utf8")) as Alerts;
}

/** The category that the data set gives to each of Slither's checks. */
function readCategories(): Map<string, ProjectAlert["category"]> {
  return new Map(
    Object.values(readRecorded())
      .flatMap((found) => found ?? [])
      .map(({ check, category }) => [check, category]),
  );
}

function describe(tool: string, alerts: Alerts): Score {
  const scratch = mkdtempSync(join(tmpdir(), "mintwright-score-"));
  const [given, scored] = [join(scratch, "alerts.json"), join(scratch, "score.json")];
  writeFileSync(given, JSON.stringify(alerts));
  execFileSync("python3", [join(folder, "score.py"), folder, given, scored]);
  const score = JSON.parse(readFileSync(scored, "utf8")) as Score;
  rmSync(scratch, { recursive: true });
  const { findings, finding_counts: counts } = score.without_logic_other;
  print(
    `${tool}: ${counts.matched_function} of ${findings} matched, ${score.alerts_in_affected_files} alerts in the affected ` +
      `files, ${(score.share_on_label_function * 100).toFixed(0)}% on a labelled function ` +
      `(random pointing: ${(score.chance_function * 100).toFixed(0)}%), ${score.failed.length} projects failed`,
  );
  return score;
}
