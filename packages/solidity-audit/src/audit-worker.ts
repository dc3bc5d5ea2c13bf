import type { AstNode } from "./analysis/ast.ts";
import { detect, type OwnFindings } from "./detect.ts";
import type { Finding } from "./finding.ts";
import { readSlitherFindings, type SlitherContext } from "./slither/slither-findings.ts";

/** A compilation whose output is still text: parsing it takes long enough to hold up other requests. */
export interface DetectTask {
  compilerVersion: string;
  outputText: string;
  texts: Record<string, string>;
  ownFiles: string[];
}

/** What Slither wrote, still as text. */
export interface ReadSlitherTask extends SlitherContext {
  slitherText: string;
}

/** Runs our own detectors on a thread of their own. */
export function runDetectors({ compilerVersion, outputText, texts, ownFiles }: DetectTask): OwnFindings {
  const output = JSON.parse(outputText) as { sources: Record<string, { id: number; ast: AstNode }> };
  return detect({ compilerVersion, sources: output.sources, texts, ownFiles });
}

/** Reads Slither's answer on a thread of its own. */
export function readSlither({ slitherText, ...context }: ReadSlitherTask): Finding[] {
  return readSlitherFindings(slitherText, context);
}
