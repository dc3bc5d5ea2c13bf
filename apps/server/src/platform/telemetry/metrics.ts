import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What went wrong with an engine, in the words that a caller gets. */
export interface EngineFault {
  message: string;
  happenedAt: Date;
}

/** What is measured of engines. */
export type EngineMetrics = Pick<Metrics, "engineSeconds" | "enginePaused" | "engineFaults">;

/** Everything that this process counts, in Prometheus' terms. */
export interface Metrics {
  registry: Registry;
  httpRequests: Histogram<"operation" | "status">;
  admissionBatch: Histogram<string>;
  settlementBatch: Histogram<string>;
  batchSeconds: Histogram<"batch">;
  engineSeconds: Histogram<"engine" | "outcome">;
  enginePaused: Gauge<"engine">;
  /** The last thing that went wrong with each engine: words, which no metric can carry. */
  engineFaults: Map<string, EngineFault>;
  chatFirstTextSeconds: Histogram<"model">;
  chatTokens: Counter<"kind">;
  creditsCharged: Counter<"operation">;
  holdsSwept: Counter<string>;
  ledgerAccountsOff: Gauge<string>;
  jobSeconds: Histogram<"job" | "outcome">;
  jobWaitSeconds: Histogram<"job">;
  collectionImages: Counter<"outcome">;
  webhookSeconds: Histogram<"outcome">;
  webhooksPending: Gauge<string>;
  webhooksOldestDueSeconds: Gauge<string>;
}

/** Creates the metrics of one process, with Node's own beside them. */
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
    engineSeconds: histogram(
      "mintwright_engine_seconds",
      "Calls of engines",
      ["engine", "outcome"],
      [...seconds, 120, 300],
    ),
    enginePaused: new Gauge({
      name: "mintwright_engine_paused",
      help: "1 while this process gives the engine a pause because it kept failing",
      labelNames: ["engine"],
      registers,
    }),
    engineFaults: new Map(),
    chatFirstTextSeconds: histogram(
      "mintwright_chat_first_text_seconds",
      "Time from an admitted question to the first text of its answer",
      ["model"],
    ),
    chatTokens: new Counter({
      name: "mintwright_chat_tokens_total",
      help: "Tokens that the assistant's model servers say they used",
      labelNames: ["kind"],
      registers,
    }),
    creditsCharged: new Counter({
      name: "mintwright_credits_charged_total",
      help: "Credits captured",
      labelNames: ["operation"],
      registers,
    }),
    holdsSwept: new Counter({
      name: "mintwright_holds_swept_total",
      help: "Holds given back because their process died or their deadline passed",
      registers,
    }),
    ledgerAccountsOff: new Gauge({
      name: "mintwright_ledger_accounts_off",
      help: "Accounts whose granted is not balance + held + spent, or whose held is not the sum of their holds",
      registers,
    }),
    jobSeconds: histogram("mintwright_job_seconds", "Jobs run", ["job", "outcome"]),
    jobWaitSeconds: histogram("mintwright_job_wait_seconds", "Time between a job's due time and its start", [
      "job",
    ]),
    collectionImages: new Counter({
      name: "mintwright_collection_images_total",
      help: "Images of collections by how the work on them ended",
      labelNames: ["outcome"],
      registers,
    }),
    webhookSeconds: histogram("mintwright_webhook_seconds", "Attempts to deliver a webhook", ["outcome"]),
    webhooksPending: new Gauge({
      name: "mintwright_webhooks_pending",
      help: "Webhooks that wait for their next attempt",
      registers,
    }),
    webhooksOldestDueSeconds: new Gauge({
      name: "mintwright_webhooks_oldest_due_seconds",
      help: "How long the webhook that waits longest has been due",
      registers,
    }),
  };
}
