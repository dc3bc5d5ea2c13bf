import {
  type Compilation,
  type CompilerMessage,
  type Pipeline,
  pipelines,
  type SolidityCompiler,
  SolidityCompilerError,
} from "@mintwright/solidity-compiler";
import type { NotAnalysed } from "../audit-report.ts";
import { type CompiledFiles, explain, needsRoomierPipeline } from "../compile-files.ts";
import { type PlannedCompilation, pickSources } from "./plan-compilations.ts";
import type { SolidityProject } from "./project.ts";

const maxTries = 20;

export interface CompiledProject extends CompiledFiles {
  /** Why there is no bytecode: analysers that need it cannot run. */
  withoutCode?: string;
}

/**
 * Compiles a project's files together, without those that do not compile. Code is generated only if it is asked for, and
 * if the generator fails or takes too long, the syntax trees alone are enough for the built-in detectors.
 */
export async function compileProject(
  compiler: SolidityCompiler,
  project: SolidityProject,
  { version, ownFiles }: PlannedCompilation,
  { isCodeNeeded, signal }: { isCodeNeeded: boolean; signal: AbortSignal },
): Promise<CompiledProject> {
  const notAnalysed: NotAnalysed[] = [];
  let remaining = ownFiles;
  for (let tries = 0; tries < maxTries && remaining.length > 0; tries++) {
    const sources = pickSources(project, remaining);
    const request = { sources, remappings: project.remappings, version, signal };
    const compilation = await compiler.compile({ ...request, outputs: "read" });
    if (compilation.errors.length === 0) {
      const generated = isCodeNeeded ? await generateCode(compiler, request) : {};
      // Own files that others import belong to the audit, whichever compilation includes them.
      const compiled = project.ownFiles.filter((name) => Object.hasOwn(sources, name));
      return { compilation, compiled, notAnalysed, ...generated };
    }
    const broken = brokenBy(compilation.errors, project, remaining);
    for (const name of broken)
      notAnalysed.push({ what: name, reason: explain(name, compilation.errors, project.sources) });
    remaining = remaining.filter((name) => !broken.includes(name));
  }
  return { compiled: [], notAnalysed };
}

async function generateCode(
  compiler: SolidityCompiler,
  request: { sources: Record<string, string>; version: string; signal: AbortSignal },
): Promise<{ compilation: Compilation } | { withoutCode: string }> {
  try {
    for (const pipeline of pipelines satisfies readonly Pipeline[]) {
      const compilation = await compiler.compile({ ...request, outputs: "analyse", pipeline });
      if (compilation.errors.length === 0) return { compilation };
      if (!compilation.errors.some(needsRoomierPipeline)) break;
    }
    return { withoutCode: "the compiler generates no code for this project" };
  } catch (error) {
    if (!(error instanceof SolidityCompilerError)) throw error;
    return { withoutCode: `generating code failed: ${error.message}` };
  }
}

/** The own files that cannot be compiled: they have an error, or import a file that has one. */
function brokenBy(
  errors: readonly CompilerMessage[],
  { closures }: SolidityProject,
  ownFiles: readonly string[],
): readonly string[] {
  const named = new Set(errors.map(({ sourceLocation }) => sourceLocation?.file ?? ""));
  const broken = ownFiles.filter((name) =>
    [...(closures.get(name) ?? [])].some((needed) => named.has(needed)),
  );
  return broken.length > 0 ? broken : ownFiles;
}
