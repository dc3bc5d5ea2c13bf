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
import { absentForge } from "@mintwright/solidity-compiler";
import { createConcurrencyLimiter } from "../../../engines/concurrency-limiter.ts";
import { toAppError } from "../contract-errors.ts";
import { AuditorBusyError, NoSolidityError } from "./auditor.errors.ts";

export interface AuditorParts extends AuditParts {
  kept: {
    find(digest: Buffer): Promise<string | undefined>;
    keep(digest: Buffer, report: string): Promise<void>;
  };
  maxConcurrent: number;
  maxWaiting: number;
}

export interface Auditor {
  /** Audits the first text that contains Solidity. Throws, before anything is charged, when none does. */
  audit(texts: readonly string[], signal: AbortSignal): Promise<AuditReport>;
  /** Audits files as they are, without text around them. */
  auditFiles(files: ExtractedFiles, signal: AbortSignal): Promise<AuditReport>;
}

export function createAuditor(parts: AuditorParts): Auditor {
  const limiter = createConcurrencyLimiter({ places: parts.maxConcurrent, maxWaiting: parts.maxWaiting });

  async function auditFiles(files: ExtractedFiles, signal: AbortSignal): Promise<AuditReport> {
    const digest = digestOf(files, parts.forge !== absentForge);
    const known = await parts.kept.find(digest);
    if (known) return JSON.parse(known) as AuditReport;
    const turn = limiter.enter(signal);
    if (!turn) throw new AuditorBusyError();
    await turn;
    try {
      const { report, isLasting } = await examine(parts, files, signal);
      if (isLasting) await parts.kept.keep(digest, JSON.stringify(report));
      return report;
    } finally {
      limiter.leave();
    }
  }

  async function auditTexts(texts: readonly string[], signal: AbortSignal): Promise<AuditReport> {
    for (const text of texts) {
      const files = extractCode(text);
      if (files) return auditFiles(files, signal);
      // A conversation has many texts: this lets other requests run in between.
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

/** A report without proofs is not the report of a server that has Foundry. */
function digestOf(files: ExtractedFiles, hasProofs: boolean): Buffer {
  const entries = Object.entries(files).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([rulesVersion, hasProofs, entries]))
    .digest();
}
