import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  type AuditParts,
  type AuditReport,
  type ExtractedFiles,
  examine,
  extractCode,
  rulesVersion,
} from "@mintwright/solidity-audit";
import { createWaitingLine } from "../../../engines/waiting-line.ts";
import { toAppError } from "../contract-errors.ts";
import { AuditorBusyError, NoSolidityError } from "./auditor.errors.ts";

/** What an auditor is made of. */
export interface AuditorParts extends AuditParts {
  /** Reports on texts that were audited before. */
  kept: {
    find(digest: Buffer): Promise<string | undefined>;
    keep(digest: Buffer, report: string): Promise<void>;
  };
  /** Audits at the same time, and audits that may wait. */
  maxConcurrent: number;
  maxWaiting: number;
}

/** Audits the Solidity inside a question. */
export interface Auditor {
  /** Rejects, before anything is charged, when there is no Solidity in the texts; the first text with some is audited. */
  audit(texts: readonly string[], signal: AbortSignal): Promise<AuditReport>;
  /** Audits files as they are, with no text around them. */
  auditFiles(files: ExtractedFiles, signal: AbortSignal): Promise<AuditReport>;
}

/** Creates the auditor. */
export function createAuditor(parts: AuditorParts): Auditor {
  const line = createWaitingLine({ places: parts.maxConcurrent, maxWaiting: parts.maxWaiting });

  async function auditFiles(files: ExtractedFiles, signal: AbortSignal): Promise<AuditReport> {
    const digest = digestOf(files);
    const known = await parts.kept.find(digest);
    if (known) return JSON.parse(known) as AuditReport;
    const turn = line.enter(signal);
    if (!turn) throw new AuditorBusyError();
    await turn;
    try {
      const { report, isLasting } = await examine(parts, files, signal);
      if (isLasting) await parts.kept.keep(digest, JSON.stringify(report));
      return report;
    } finally {
      line.leave();
    }
  }

  async function auditTexts(texts: readonly string[], signal: AbortSignal): Promise<AuditReport> {
    for (const text of texts) {
      const files = extractCode(text);
      if (files) return auditFiles(files, signal);
      // A conversation is many texts: other requests get their turn between two of them.
      await setImmediate();
    }
    throw new NoSolidityError();
  }

  const withAppErrors = async (work: Promise<AuditReport>) => {
    try {
      return await work;
    } catch (error) {
      throw toAppError(error);
    }
  };
  return {
    audit: (texts, signal) => withAppErrors(auditTexts(texts, signal)),
    auditFiles: (files, signal) => withAppErrors(auditFiles(files, signal)),
  };
}

function digestOf(files: ExtractedFiles): Buffer {
  const entries = Object.entries(files).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([rulesVersion, entries]))
    .digest();
}
