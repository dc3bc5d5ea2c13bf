import type { AstNode } from "./analysis/ast.ts";
import { detect, type OwnFindings } from "./detect.ts";
import type { Finding } from "./finding.ts";
import { type PlannedCompilation, planCompilations } from "./project/plan-compilations.ts";
import { readProject, type SolidityProject, type ZippedProject } from "./project/project.ts";
import { UnreadableProjectError } from "./project/project-files.ts";
import { readSlitherFindings, type SlitherContext } from "./slither/slither-findings.ts";

/** A compilation whose output is unparsed: parsing takes long enough to delay other requests. */
export interface DetectTask {
  compilerVersion: string;
  outputText: string;
  texts: Record<string, string>;
  ownFiles: string[];
}

/** Slither's output, unparsed. */
export interface ReadSlitherTask extends SlitherContext {
  slitherText: string;
}

export function runDetectors({ compilerVersion, outputText, texts, ownFiles }: DetectTask): OwnFindings {
  const output = JSON.parse(outputText) as { sources: Record<string, { id: number; ast: AstNode }> };
  return detect({ compilerVersion, sources: output.sources, texts, ownFiles });
}

export function readSlither({ slitherText, ...context }: ReadSlitherTask): Finding[] {
  return readSlitherFindings(slitherText, context);
}

export interface OpenedProject {
  project: SolidityProject;
  plans: PlannedCompilation[];
}

/** Unpacks a zip, follows its imports and chooses compilers. An error would lose its class between threads. */
export function openProject(source: ZippedProject): OpenedProject | { problem: string } {
  try {
    const project = readProject(source);
    return { project, plans: planCompilations(project) };
  } catch (error) {
    if (error instanceof UnreadableProjectError) return { problem: error.message };
    throw error;
  }
}
