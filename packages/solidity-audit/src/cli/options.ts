import { parseArgs } from "node:util";
import { type Severity, severities } from "../finding.ts";

const formats = ["text", "json", "markdown", "sarif"] as const;

export interface CliOptions {
  path: string;
  format: (typeof formats)[number];
  /** The lowest severity that makes the command fail. */
  failOn: Severity | "never";
  output?: string | undefined;
  baseline?: string | undefined;
  writeBaseline?: string | undefined;
  changedSince?: string | undefined;
  slither?: string | undefined;
  forge?: string | undefined;
}

/** Raised when the command was called wrongly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const usage = `Usage: solidity-audit [path] [options]

Audits a Foundry or Hardhat project, a folder, a zip or a Solidity file. Default path: the current folder.

  --format text|json|markdown|sarif   how to report (default: text)
  --output FILE                       write the report to a file
  --fail-on high|medium|low|info|never
                                      lowest severity that fails the command (default: high)
  --baseline FILE                     report only findings that are not in this file
  --write-baseline FILE               write all findings to this file, for --baseline
  --changed-since REF                 report only findings in files that differ from a git revision
  --slither PATH                      run Slither as well (default: the variable SLITHER)
  --forge PATH                        prove findings with tests in Foundry's forge (default: the variable FORGE)

A comment in the code suppresses a finding: // mintwright-ignore RULE: reason
Exit codes: 0 no finding at or above --fail-on, 1 at least one, 2 the audit did not run.`;

const names = {
  format: { type: "string", default: "text" },
  "fail-on": { type: "string", default: "high" },
  output: { type: "string" },
  baseline: { type: "string" },
  "write-baseline": { type: "string" },
  "changed-since": { type: "string" },
  slither: { type: "string" },
  forge: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the command line. Undefined if it asks for help. */
export function readOptions(words: readonly string[]): CliOptions | undefined {
  const { values, positionals } = parse(words);
  if (values.help) return undefined;
  if (positionals.length > 1) throw new UsageError("Give one path at most.");
  return {
    path: positionals[0] ?? ".",
    format: oneOf("--format", formats, values.format),
    failOn: oneOf("--fail-on", [...severities, "never"] as const, values["fail-on"]),
    output: values.output,
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    changedSince: values["changed-since"],
    slither: (values.slither ?? process.env.SLITHER) || undefined,
    forge: (values.forge ?? process.env.FORGE) || undefined,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: names, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<Value extends string>(option: string, allowed: readonly Value[], given: string): Value {
  const found = allowed.find((value) => value === given);
  if (!found) throw new UsageError(`${option} must be one of ${allowed.join(", ")}.`);
  return found;
}
