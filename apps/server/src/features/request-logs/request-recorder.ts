import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { addRequestHours, createRequestTotals } from "../usage/index.ts";
import { listAccountsWithBodies } from "./log-settings.repository.ts";
import type { EndedRequest, RequestLogDraft } from "./request-log.ts";
import { writeRequestLogs } from "./request-logs.repository.ts";
import { createRequestSampler, type RequestSampler } from "./request-sampler.ts";
import { shortenBodies } from "./shorten-body.ts";

const writeEveryInMs = 1_000;
const totalsEveryInMs = 10_000;
const rowsPerStatement = 500;
/** What a process keeps in memory until it is written. Beyond it, rows are dropped and counted. */
const maxRows = 10_000;
const maxBodyCharacters = 16 * 1024 * 1024;
const maxPathCharacters = 512;

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
  /** Writes what is left. */
  stop(): Promise<void>;
}

/**
 * Creates the recorder of a process. It writes in batches, when enough rows are there or every second. Rows that cannot be
 * written are dropped: writing them again could write them twice.
 */
export function createRequestRecorder({
  database,
  logger,
  metrics: { requestLogRows },
  settings: { fullRatePerSecond, storesBodies },
}: {
  database: Database;
  logger: Logger;
  metrics: Pick<Metrics, "requestLogRows">;
  settings: LogSettings;
}): RequestRecorder {
  const totals = createRequestTotals();
  const samplers = new Map<string, RequestSampler>();
  let rows: RequestLogDraft[] = [];
  let bodyCharacters = 0;
  let accountsWithBodies = new Set<string>();
  let totalsDueAt = 0;
  let sampledOut = 0;
  let isStopping = false;

  function sample({ accountId, status }: EndedRequest, now: number): number {
    if (status >= 400) return 1;
    let sampler = samplers.get(accountId);
    if (!sampler) {
      sampler = createRequestSampler(fullRatePerSecond);
      samplers.set(accountId, sampler);
    }
    return sampler.sample(Math.floor(now / 1_000));
  }

  function keep(request: EndedRequest, sampleFactor: number, endedAt: number): void {
    if (rows.length >= maxRows) {
      requestLogRows.inc({ outcome: "dropped" });
      return;
    }
    const { url, isEndless, requestBody, response, ...facts } = request;
    const end = url.indexOf("?");
    const path = (end < 0 ? url : url.slice(0, end)).slice(0, maxPathCharacters);
    const bodies = accountsWithBodies.has(request.accountId) ? takeBodies(request) : undefined;
    rows.push({ ...facts, path, sampleFactor, endedAt, bodies });
    if (rows.length === rowsPerStatement) loop.wake();
  }

  function takeBodies(request: EndedRequest) {
    if (bodyCharacters >= maxBodyCharacters) {
      requestLogRows.inc({ outcome: "body_dropped" });
      return undefined;
    }
    const bodies = shortenBodies(request);
    bodyCharacters += (bodies.requestBody?.length ?? 0) + (bodies.responseBody?.length ?? 0);
    return bodies;
  }

  async function writeRows(): Promise<void> {
    const drafts = rows;
    rows = [];
    bodyCharacters = 0;
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
    // One sampler for each account that called; forgotten together, so that the map does not grow.
    samplers.clear();
    const taken = totals.take();
    if (taken.length > 0) await addRequestHours(database, taken, Date.now());
    if (storesBodies) accountsWithBodies = await listAccountsWithBodies(database);
  }

  const loop = startLoop(
    {
      intervalInMs: writeEveryInMs,
      endsWithTurn: true,
      onError: (error) => logger.warn({ error }, "request totals write failed, counts dropped"),
    },
    async () => {
      await writeRows();
      if (Date.now() >= totalsDueAt || isStopping) await writeTotals();
    },
  );

  return {
    wantsResponses: storesBodies,
    record(request) {
      const now = Date.now();
      totals.add(
        {
          accountId: request.accountId,
          keyId: request.keyId,
          operation: request.operation,
          model: request.model ?? "",
          status: request.status,
          latencyInMs: request.isEndless ? undefined : request.latencyInMs,
          charged: request.charged,
        },
        now,
      );
      const sampleFactor = sample(request, now);
      if (sampleFactor > 0) keep(request, sampleFactor, now);
      else sampledOut++;
    },
    async stop() {
      isStopping = true;
      await loop.stop();
    },
  };
}
