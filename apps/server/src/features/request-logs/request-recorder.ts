import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { addRequestHours, createRequestTotals, type RequestTotal } from "../usage/index.ts";
import { createLogBuffer } from "./log-buffer.ts";
import { listAccountsWithBodies } from "./log-settings.repository.ts";
import type { EndedRequest, UnreadRequest } from "./request-log.ts";
import { findKeyOwners, writeRequestLogs } from "./request-logs.repository.ts";
import { createRequestSampler, type RequestSampler } from "./request-sampler.ts";

const writeEveryInMs = 1_000;
const totalsEveryInMs = 10_000;
const rowsPerStatement = 500;
const maxUnread = 1_000;

export interface LogSettings {
  /** Requests a second of one account in one process that are all logged. */
  fullRatePerSecond: number;
  /** Whether owners can switch on that bodies are stored. */
  storesBodies: boolean;
}

/** Counts and logs requests. Nothing here waits for the database. */
export interface RequestRecorder {
  /** True when responses have to be handed to `record`, because their bodies may be stored. */
  readonly wantsResponses: boolean;
  record(request: EndedRequest): void;
  /** Records a request whose key was not looked up; `secretHash` is the SHA-256 of the key in hexadecimal. */
  recordUnread(secretHash: string, request: UnreadRequest): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/**
 * Creates the recorder of a process. It writes in batches, when enough rows are there or every second. What cannot be
 * written is dropped: writing it again could write it twice.
 */
export function createRequestRecorder({
  database,
  logger,
  metrics,
  settings: { fullRatePerSecond, storesBodies },
}: {
  database: Database;
  logger: Logger;
  metrics: Pick<Metrics, "requestLogRows">;
  settings: LogSettings;
}): RequestRecorder {
  const { requestLogRows } = metrics;
  const buffer = createLogBuffer(metrics);
  const totals = createRequestTotals();
  const samplers = new Map<string, RequestSampler>();
  const unread: { secretHash: string; request: UnreadRequest }[] = [];
  let accountsWithBodies = new Set<string>();
  let totalsDueAt = 0;
  let sampledOut = 0;
  let isStopping = false;

  function record(request: EndedRequest): void {
    const { accountId, status } = request;
    const now = Date.now();
    totals.add(request, now);
    const sampleFactor = status >= 400 ? 1 : findSampler(accountId).sample(Math.floor(now / 1_000));
    if (sampleFactor === 0) {
      sampledOut++;
      return;
    }
    buffer.add(request, { sampleFactor, endedAt: now, hasBodies: accountsWithBodies.has(accountId) });
    if (buffer.length === rowsPerStatement) loop.wake();
  }

  function findSampler(accountId: string): RequestSampler {
    let sampler = samplers.get(accountId);
    if (!sampler) {
      sampler = createRequestSampler(fullRatePerSecond);
      samplers.set(accountId, sampler);
    }
    return sampler;
  }

  async function recordTaken(taken: typeof unread): Promise<void> {
    try {
      const owners = await findKeyOwners(database, [...new Set(taken.map(({ secretHash }) => secretHash))]);
      for (const { secretHash, request } of taken) {
        const owner = owners.get(secretHash);
        if (owner) record({ ...request, ...owner });
      }
    } catch (error) {
      requestLogRows.inc({ outcome: "dropped" }, taken.length);
      logger.warn({ error, rows: taken.length }, "request log keys not found, rows dropped");
    }
  }

  async function writeRows(): Promise<void> {
    const drafts = buffer.take();
    for (let start = 0; start < drafts.length; start += rowsPerStatement) {
      const batch = drafts.slice(start, start + rowsPerStatement);
      try {
        await writeRequestLogs(database, batch, Date.now());
        requestLogRows.inc({ outcome: "written" }, batch.length);
      } catch (error) {
        requestLogRows.inc({ outcome: "dropped" }, batch.length);
        logger.warn({ error, rows: batch.length }, "request log write failed, rows dropped");
      }
    }
  }

  async function writeTotals(): Promise<void> {
    requestLogRows.inc({ outcome: "sampled_out" }, sampledOut);
    sampledOut = 0;
    totalsDueAt = Date.now() + totalsEveryInMs;
    // Accounts that called; forgotten together, so that the map does not grow.
    samplers.clear();
    await addTaken(totals.take());
    if (storesBodies) accountsWithBodies = await listAccountsWithBodies(database);
  }

  async function addTaken(taken: RequestTotal[]): Promise<void> {
    if (taken.length === 0) return;
    try {
      await addRequestHours(database, taken, Date.now());
    } catch (error) {
      const requests = taken.reduce((sum, total) => sum + total.requests, 0);
      requestLogRows.inc({ outcome: "count_dropped" }, requests);
      logger.warn({ error, requests }, "request counts write failed, counts dropped");
    }
  }

  const loop = startLoop(
    {
      intervalInMs: writeEveryInMs,
      endsWithTurn: true,
      onError: (error) => logger.warn({ error }, "request log turn failed, will retry"),
    },
    async () => {
      if (unread.length > 0) await recordTaken(unread.splice(0));
      await writeRows();
      if (Date.now() >= totalsDueAt || isStopping) await writeTotals();
    },
  );

  return {
    wantsResponses: storesBodies,
    record,
    recordUnread(secretHash, request) {
      if (unread.length < maxUnread) unread.push({ secretHash, request });
      else requestLogRows.inc({ outcome: "dropped" });
    },
    async stop() {
      isStopping = true;
      await loop.stop();
    },
  };
}
