import type { Compilation, CompilerMessage, SolidityCompiler } from "../../../engines/solidity/index.ts";
import type { NotAnalysed } from "./audit-report.ts";
import type { ExtractedFiles } from "./extract-code.ts";

/** What could be compiled, and what could not. */
export interface CompiledFiles {
  compilation?: Compilation;
  /** The given files that are in the compilation. */
  compiled: string[];
  notAnalysed: NotAnalysed[];
}

const maxTries = 8;

/** Compiles the files together, or when that fails those that compile without the broken ones. */
export async function compileFiles(
  compiler: SolidityCompiler,
  files: ExtractedFiles,
  signal: AbortSignal,
): Promise<CompiledFiles> {
  const notAnalysed: NotAnalysed[] = [];
  let remaining = files;
  for (let tries = 0; tries < maxTries && Object.keys(remaining).length > 0; tries++) {
    const compilation = await compiler.compile({ sources: remaining, outputs: "analyse", signal });
    if (compilation.errors.length === 0) {
      return { compilation, compiled: Object.keys(remaining), notAnalysed };
    }
    const broken = brokenFiles(compilation.errors, remaining);
    for (const name of broken)
      notAnalysed.push({ what: name, reason: explain(name, compilation.errors, files) });
    remaining = Object.fromEntries(Object.entries(remaining).filter(([name]) => !broken.includes(name)));
  }
  for (const name of Object.keys(remaining))
    notAnalysed.push({ what: name, reason: "the files do not compile together" });
  return { compiled: [], notAnalysed };
}

/** The files that errors are about; all of them when solc does not say. */
function brokenFiles(errors: readonly CompilerMessage[], files: ExtractedFiles): string[] {
  const named = new Set(errors.map(({ sourceLocation }) => sourceLocation?.file ?? ""));
  const broken = Object.keys(files).filter((name) => named.has(name));
  return broken.length > 0 ? broken : Object.keys(files);
}

function explain(name: string, errors: readonly CompilerMessage[], files: ExtractedFiles): string {
  const error = errors.find(({ sourceLocation }) => sourceLocation?.file === name) ?? errors[0];
  const at = error?.sourceLocation?.file === name ? error.sourceLocation.start : -1;
  const line =
    at < 0
      ? ""
      : ` in line ${
          Buffer.from(files[name] ?? "")
            .subarray(0, at)
            .toString()
            .split("\n").length
        }`;
  const message = error?.message.replaceAll(/\s+/g, " ").slice(0, 240) ?? "no reason given";
  return `does not compile${line}: ${message}`;
}
