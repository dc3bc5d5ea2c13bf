import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface EngineFault {
  message: string;
  happenedAt: Date;
}

export type EngineMetrics = Pick<Metrics, "engineSeconds" | "enginePaused" | "engineFaults">;

export interface Metrics {
  registry: Registry;
  httpRequests: Histogram<"operation" | "status">;
  admissionBatch: Histogram<string>;
  settlementBatch: Histogram<string>;
  batchSeconds: Histogram<"batch">;
  engineSeconds: Histogram<"engine" | "outcome">;
  enginePaused: Gauge<"engine">;
  /** The last error of each engine: text, which a metric cannot carry. */
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
      "Duration of engine calls",
      ["engine", "outcome"],
      [...seconds, 120, 300],
    ),
    enginePaused: new Gauge({
      name: "mintwright_engine_paused",
      help: "1 while the circuit breaker of this process keeps a failing engine paused",
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
      help: "Tokens used, as reported by the assistant's model servers",
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
      help: "Holds released because their process died or their deadline passed",
      registers,
    }),
    ledgerAccountsOff: new Gauge({
      name: "mintwright_ledger_accounts_off",
      help: "Accounts whose granted is not balance + held + spent, or whose held is not the sum of their holds",
      registers,
    }),
    jobSeconds: histogram("mintwright_job_seconds", "Duration of jobs", ["job", "outcome"]),
    jobWaitSeconds: histogram("mintwright_job_wait_seconds", "Time between a job's due time and its start", [
      "job",
    ]),
    collectionImages: new Counter({
      name: "mintwright_collection_images_total",
      help: "Collection images by outcome",
      labelNames: ["outcome"],
      registers,
    }),
    webhookSeconds: histogram("mintwright_webhook_seconds", "Duration of webhook delivery attempts", [
      "outcome",
    ]),
    webhooksPending: new Gauge({
      name: "mintwright_webhooks_pending",
      help: "Webhook deliveries waiting for their next attempt",
      registers,
    }),
    webhooksOldestDueSeconds: new Gauge({
      name: "mintwright_webhooks_oldest_due_seconds",
      help: "Age of the oldest due webhook delivery",
      registers,
    }),
  };
}
