import type { AstNode } from "./analysis/ast.ts";
import { detect, type OwnFindings } from "./detect.ts";
import type { Finding } from "./finding.ts";
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
