import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import {
  createEngineBacklog,
  createPoolMetrics,
  createQueueMetrics,
  type EngineBacklog,
  type PoolMetrics,
  type QueueMetrics,
} from "./backlog-metrics.ts";

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface EngineFault {
  message: string;
  happenedAt: Date;
}

export type EngineMetrics = Pick<
  Metrics,
  "engineSeconds" | "engineWaitSeconds" | "engineBacklog" | "engineFaults"
>;

export interface Metrics {
  registry: Registry;
  httpRequests: Histogram<"operation" | "status">;
  admissionBatch: Histogram<string>;
  settlementBatch: Histogram<string>;
  batchSeconds: Histogram<"batch">;
  batchFailures: Counter<"batch">;
  databasePool: PoolMetrics;
  databaseReads: Counter<"source">;
  replicas: Gauge<string>;
  replicationLagBytes: Gauge<"replica">;
  engineSeconds: Histogram<"engine" | "outcome">;
  /** Only of calls that found no free place. */
  engineWaitSeconds: Histogram<"engine">;
  engineBacklog: EngineBacklog;
  /** The last error of each engine: text, which a metric cannot carry. */
  engineFaults: Map<string, EngineFault>;
  chatFirstTextSeconds: Histogram<"model">;
  chatTokens: Counter<"kind">;
  creditsCharged: Counter<"operation">;
  requestLogRows: Counter<"outcome">;
  ledgerCredits: Gauge<"amount">;
  holdsSwept: Counter<string>;
  ledgerAccountsOff: Gauge<string>;
  jobSeconds: Histogram<"job" | "outcome">;
  jobWaitSeconds: Histogram<"job">;
  collectionImages: Counter<"outcome">;
  webhookSeconds: Histogram<"outcome">;
  webhooksPending: Gauge<string>;
  webhooksOldestDueSeconds: Gauge<string>;
  emailsOldestUnsentSeconds: Gauge<string>;
  queueLengths: QueueMetrics;
}

/** Creates the metrics of one process, including Node's defaults. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = seconds,
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
  return {
    registry,
    httpRequests: histogram("mintwright_http_request_seconds", "Requests by operation and status", [
      "operation",
      "status",
    ]),
    admissionBatch: histogram(
      "mintwright_admission_batch_requests",
      "Requests admitted by one statement",
      [],
      sizes,
    ),
    settlementBatch: histogram(
      "mintwright_settlement_batch_holds",
      "Holds settled by one statement",
      [],
      sizes,
    ),
    batchSeconds: histogram("mintwright_batch_seconds", "Time of one batched statement", ["batch"]),
    batchFailures: startAtZero(
      counter(
        "mintwright_batch_failures_total",
        "Batched statements that the database refused or that lost their connection",
        ["batch"],
      ),
    ),
    databasePool: createPoolMetrics(registers),
    databaseReads: counter(
      "mintwright_database_reads_total",
      "Reads that may go to DATABASE_READ_URL, by the server that answered: replica or primary",
      ["source"],
    ),
    replicas: gauge("mintwright_replicas", "Standbys that stream from the database", []),
    replicationLagBytes: gauge(
      "mintwright_replication_lag_bytes",
      "Write-ahead log that a standby has not replayed yet; absent without standbys",
      ["replica"],
    ),
    engineSeconds: histogram(
      "mintwright_engine_seconds",
      "Duration of engine calls",
      ["engine", "outcome"],
      [...seconds, 120, 300],
    ),
    engineWaitSeconds: histogram(
      "mintwright_engine_wait_seconds",
      "Time that calls waited for a free place",
      ["engine"],
    ),
    engineBacklog: createEngineBacklog(registers),
    engineFaults: new Map(),
    chatFirstTextSeconds: histogram(
      "mintwright_chat_first_text_seconds",
      "Time from an admitted question to the first text of its streamed answer",
      ["model"],
    ),
    chatTokens: counter(
      "mintwright_chat_tokens_total",
      "Tokens used, as reported by the assistant's model servers",
      ["kind"],
    ),
    creditsCharged: counter("mintwright_credits_charged_total", "Credits captured", ["operation"]),
    requestLogRows: startOutcomesAtZero(
      counter(
        "mintwright_request_log_rows_total",
        "Requests by what happened to their log row: written, sampled_out, dropped; body_dropped: written without its body; count_dropped: not in the usage",
        ["outcome"],
      ),
    ),
    ledgerCredits: gauge(
      "mintwright_ledger_credits",
      "Credits of all accounts: granted, balance, held, spent",
      ["amount"],
    ),
    holdsSwept: counter(
      "mintwright_holds_swept_total",
      "Holds released because their process died or their deadline passed",
      [],
    ),
    ledgerAccountsOff: gauge(
      "mintwright_ledger_accounts_off",
      "Accounts whose granted is not balance + held + spent, or whose held is not the sum of their holds",
      [],
    ),
    jobSeconds: histogram("mintwright_job_seconds", "Duration of jobs", ["job", "outcome"]),
    jobWaitSeconds: histogram("mintwright_job_wait_seconds", "Time between a job's due time and its start", [
      "job",
    ]),
    collectionImages: counter("mintwright_collection_images_total", "Collection images by outcome", [
      "outcome",
    ]),
    webhookSeconds: histogram("mintwright_webhook_seconds", "Duration of webhook delivery attempts", [
      "outcome",
    ]),
    webhooksPending: gauge(
      "mintwright_webhooks_pending",
      "Webhook deliveries waiting for their next attempt",
      [],
    ),
    webhooksOldestDueSeconds: gauge(
      "mintwright_webhooks_oldest_due_seconds",
      "Age of the oldest due webhook delivery",
      [],
    ),
    emailsOldestUnsentSeconds: gauge(
      "mintwright_emails_oldest_unsent_seconds",
      "Age of the oldest email that no mail server has accepted yet",
      [],
    ),
    queueLengths: createQueueMetrics(registers),
  };
}

function startOutcomesAtZero(rows: Counter<"outcome">): Counter<"outcome"> {
  for (const outcome of ["written", "sampled_out", "dropped", "body_dropped", "count_dropped"])
    rows.inc({ outcome }, 0);
  return rows;
}

/** A rate over a counter that first appears with its first failure would miss that failure. */
function startAtZero(batchFailures: Counter<"batch">): Counter<"batch"> {
  for (const batch of ["admission", "settlement"]) batchFailures.inc({ batch }, 0);
  return batchFailures;
}
