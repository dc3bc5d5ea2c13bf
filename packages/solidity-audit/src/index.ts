export { type AnalysisThreads, createAnalysisThreads, type ThreadOutcome } from "./analysis-threads.ts";
export { type AuditOptions, type AuditOutcome, type AuditParts, audit, examine } from "./audit.ts";
export type { AuditReport, NotAnalysed } from "./audit-report.ts";
export {
  type CompleteChat,
  type Explanations,
  explainFindings,
  orderFindings,
} from "./explain-findings.ts";
export { type ExtractedFiles, extractCode, TooManyFilesError } from "./extract-code.ts";
export type { Category, Confidence, Finding, Proof, Severity } from "./finding.ts";
export { fingerprintsOf } from "./fingerprint.ts";
export { reviewWithModel } from "./model-review.ts";
export { auditArchive, auditProject } from "./project/audit-project.ts";
export type { ProjectSource } from "./project/project.ts";
export { UnreadableProjectError } from "./project/project-files.ts";
export { rulesVersion } from "./rules-version.ts";
export {
  absentSlither,
  type Slither,
  type SlitherOutcome,
  type SlitherRequest,
} from "./slither/slither.ts";
export { createSlither } from "./slither/slither-process.ts";
export { writeMarkdown } from "./write-markdown.ts";
export { writeSarif } from "./write-sarif.ts";
