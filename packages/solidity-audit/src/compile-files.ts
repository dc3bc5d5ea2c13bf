import {
  type Compilation,
  type CompilerMessage,
  type Pipeline,
  pipelines,
  type SolidityCompiler,
} from "@mintwright/solidity-compiler";
import type { NotAnalysed } from "./audit-report.ts";
import type { ExtractedFiles } from "./extract-code.ts";

export interface CompiledFiles {
  compilation?: Compilation;
  /** The given files that are part of the compilation. */
  compiled: string[];
  notAnalysed: NotAnalysed[];
}

const maxTries = 10;

/** Compiles all files together. If that fails, compiles those that work without the broken ones. */
export async function compileFiles(
  compiler: SolidityCompiler,
  files: ExtractedFiles,
  signal: AbortSignal,
): Promise<CompiledFiles> {
  const notAnalysed: NotAnalysed[] = [];
  let remaining = files;
  let pipeline: Pipeline = pipelines[0];
  for (let tries = 0; tries < maxTries && Object.keys(remaining).length > 0; tries++) {
    const compilation = await compiler.compile({ sources: remaining, outputs: "analyse", pipeline, signal });
    if (compilation.errors.length === 0) {
      const replaced = notAnalysed.map((file) => nameReplacement(file, compilation));
      return { compilation, compiled: Object.keys(remaining), notAnalysed: replaced };
    }
    const roomier: Pipeline | undefined = pipelines[pipelines.indexOf(pipeline) + 1];
    if (roomier && compilation.errors.some(needsRoomierPipeline)) {
      pipeline = roomier;
      continue;
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

/** Code that is "stack too deep", or uses what only the newer code generator has, may compile with the author's settings. */
export function needsRoomierPipeline({ message, type }: CompilerMessage): boolean {
  return /stack too deep/i.test(message) || type === "UnimplementedFeatureError";
}

/** If a broken file has the same name as a bundled one, imports resolve to the bundled one. The report must say so. */
function nameReplacement({ what, reason }: NotAnalysed, { input }: Compilation): NotAnalysed {
  if (!Object.hasOwn(input.sources, what)) return { what, reason };
  return {
    what,
    reason: `${reason}; files that import it were analysed with the bundled file of the same name`,
  };
}

/** The files with errors; all files if solc does not name any. */
function brokenFiles(errors: readonly CompilerMessage[], files: ExtractedFiles): string[] {
  const named = new Set(errors.map(({ sourceLocation }) => sourceLocation?.file ?? ""));
  const broken = Object.keys(files).filter((name) => named.has(name));
  return broken.length > 0 ? broken : Object.keys(files);
}

/** Says why a file was not compiled. */
export function explain(
  name: string,
  errors: readonly CompilerMessage[],
  files: Readonly<ExtractedFiles>,
): string {
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
