import { projectLimits } from "@mintwright/api-contract";
import {
  type AuditParts,
  type AuditReport,
  auditArchive,
  type ExtractedFiles,
} from "@mintwright/solidity-audit";
import { type ConcurrencyLimiter, createConcurrencyLimiter } from "../../../engines/concurrency-limiter.ts";
import { toAppError } from "../contract-errors.ts";
import { AuditorBusyError, ProjectNotAnalysedError, ProjectTooSlowError } from "./auditor.errors.ts";

/** Shorter than the lifetime of a hold, so that an audit that ends can be charged. */
const auditInMs = 150_000;
const limits = { files: projectLimits.files, bytes: projectLimits.unpackedBytes };
const maxWaitingPerAccount = 8;

export interface AuditedProject {
  report: AuditReport;
  /** The project's own files, without dependencies. */
  files: ExtractedFiles;
}

/** Throws, so that nothing is charged, when nothing of the project can be analysed. */
export type AuditProject = (zip: Buffer, accountId: string, signal: AbortSignal) => Promise<AuditedProject>;

/** One audit of an account runs at a time: an account with many of them does not keep others waiting. */
export function createProjectAuditor({
  places,
  maxWaiting,
  ...parts
}: AuditParts & { places: number; maxWaiting: number }): AuditProject {
  const everyone = createConcurrencyLimiter({ places, maxWaiting });
  const accounts = new Map<string, { limiter: ConcurrencyLimiter; callers: number }>();

  async function inTurnOf<Result>(accountId: string, signal: AbortSignal, work: () => Promise<Result>) {
    const account = accounts.get(accountId) ?? {
      limiter: createConcurrencyLimiter({ places: 1, maxWaiting: maxWaitingPerAccount }),
      callers: 0,
    };
    accounts.set(accountId, account);
    account.callers++;
    try {
      return await inTurn(account.limiter, signal, () => inTurn(everyone, signal, work));
    } finally {
      account.callers--;
      if (account.callers === 0) accounts.delete(accountId);
    }
  }

  return async (zip, accountId, caller) => {
    const deadline = AbortSignal.timeout(auditInMs);
    const signal = AbortSignal.any([caller, deadline]);
    try {
      const audited = await inTurnOf(accountId, signal, () => auditArchive(parts, { zip, limits }, signal));
      if (audited.report.analysed.contracts.length === 0) throw new ProjectNotAnalysedError(audited.report);
      return audited;
    } catch (error) {
      if (deadline.aborted && !caller.aborted) throw new ProjectTooSlowError(auditInMs / 1_000);
      throw toAppError(error);
    }
  };
}

async function inTurn<Result>(
  limiter: ConcurrencyLimiter,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = limiter.enter(signal);
  if (!turn) throw new AuditorBusyError();
  await turn;
  try {
    return await work();
  } finally {
    limiter.leave();
  }
}
