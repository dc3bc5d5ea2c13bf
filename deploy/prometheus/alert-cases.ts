import { stringify } from "yaml";
import { slos } from "./slos.ts";

/** Series and their values, minute by minute. */
type Series = Record<string, string>;

interface AlertCase {
  name: string;
  /** What differs from a healthy installation. */
  fault: Series;
  atMinute: number;
  fires: { alert: string; severity: "page" | "ticket" }[];
}

const minutes = 200;
const steady = (value: number) => `${value}+0x${minutes}`;
const growing = (perMinute: number) => `0+${perMinute}x${minutes}`;
/** A gauge that has a value in some minutes of every 25. */
const sometimes = (value: number, minutesOf25: number) =>
  Array.from({ length: minutes + 1 }, (_, minute) =>
    minute % 25 < Math.round(minutesOf25) ? value : 0,
  ).join(" ");

const healthy: Series = {
  'up{job="mintwright-api",instance="a:9464"}': steady(1),
  'up{job="mintwright-worker",instance="b:9465"}': steady(1),
  'mintwright_http_request_seconds_count{operation="enhancePrompt",status="200"}': growing(1_000),
  'mintwright_batch_seconds_count{batch="admission"}': growing(1_000),
  'mintwright_batch_seconds_bucket{batch="admission",le="0.1"}': growing(1_000),
  mintwright_job_wait_seconds_count: growing(1_000),
  'mintwright_job_wait_seconds_bucket{le="10"}': growing(1_000),
  mintwright_webhooks_oldest_due_seconds: steady(3),
  mintwright_emails_oldest_unsent_seconds: steady(2),
  mintwright_ledger_accounts_off: steady(0),
  mintwright_holds_swept_total: steady(7),
  'mintwright_batch_failures_total{batch="admission"}': steady(2),
  'mintwright_pool_waiting{instance="a:9464"}': steady(0),
  'mintwright_queue_oldest_seconds{queue="webhooks"}': steady(4),
  // A large collection waits for hours; that is no fault.
  'mintwright_queue_oldest_seconds{queue="images velogen"}': steady(7_200),
  'mintwright_queue_failed{queue="webhooks"}': steady(3),
  'mintwright_queue_waiting{queue="images velogen"}': steady(500),
  'mintwright_collection_images_total{outcome="made"}': growing(10),
  'mintwright_engine_paused{engine="gpu",server="gpu-1:8000"}': steady(0),
  'mintwright_engine_waiting{engine="gpu"}': steady(0),
  'mintwright_request_log_rows_total{outcome="written"}': growing(500),
  // A busy account is sampled; that is no fault.
  'mintwright_request_log_rows_total{outcome="sampled_out"}': growing(1_000),
  'mintwright_request_log_rows_total{outcome="dropped"}': steady(3),
  'mintwright_request_log_rows_total{outcome="body_dropped"}': steady(3),
  'mintwright_request_log_rows_total{outcome="count_dropped"}': steady(3),
  'mintwright_replicas{job="mintwright-worker"}': steady(1),
  // Only workers measure it.
  'mintwright_replicas{job="mintwright-api"}': steady(0),
  'mintwright_replication_lag_bytes{replica="standby"}': steady(0),
};

/** What makes a share of the events of an objective bad, or a share of its time. */
const sloFaults: Record<string, (share: number) => Series> = {
  "paid-calls": (share) => ({
    'mintwright_http_request_seconds_count{operation="enhancePrompt",status="502"}': growing(
      (1_000 * share) / (1 - share),
    ),
  }),
  "admission-latency": (share) => ({
    'mintwright_batch_seconds_bucket{batch="admission",le="0.1"}': growing(1_000 * (1 - share)),
  }),
  "jobs-on-time": (share) => ({
    'mintwright_job_wait_seconds_bucket{le="10"}': growing(1_000 * (1 - share)),
  }),
  "webhooks-on-time": (share) => ({ mintwright_webhooks_oldest_due_seconds: sometimes(90, 25 * share) }),
  "emails-on-time": (share) => ({ mintwright_emails_oldest_unsent_seconds: sometimes(900, 25 * share) }),
};

function makeBad(slo: string, share: number): Series {
  const fault = sloFaults[slo];
  if (!fault) throw new Error(`the objective ${slo} has no case`);
  return fault(share);
}

const causes: Record<string, { severity: "page" | "ticket"; fault: Series }> = {
  MintwrightApiDown: {
    severity: "page",
    fault: { 'up{job="mintwright-api",instance="a:9464"}': `1x4 _x${minutes}` },
  },
  MintwrightWorkerDown: {
    severity: "page",
    fault: {
      'up{job="mintwright-worker",instance="b:9465"}': `1x4 _x${minutes}`,
      'mintwright_replicas{job="mintwright-worker"}': `1x4 stale _x${minutes}`,
    },
  },
  MintwrightProcessDown: {
    severity: "ticket",
    fault: { 'up{job="mintwright-api",instance="c:9464"}': steady(0) },
  },
  MintwrightLedgerOff: { severity: "page", fault: { mintwright_ledger_accounts_off: steady(1) } },
  MintwrightHoldsSwept: { severity: "ticket", fault: { mintwright_holds_swept_total: growing(1) } },
  MintwrightBatchFailures: {
    severity: "ticket",
    fault: { 'mintwright_batch_failures_total{batch="admission"}': growing(1) },
  },
  MintwrightPoolExhausted: {
    severity: "ticket",
    fault: { 'mintwright_pool_waiting{instance="a:9464"}': steady(4) },
  },
  MintwrightQueueOld: {
    severity: "ticket",
    fault: { 'mintwright_queue_oldest_seconds{queue="webhooks"}': growing(60) },
  },
  MintwrightJobsFailed: {
    severity: "ticket",
    fault: { 'mintwright_queue_failed{queue="webhooks"}': `3x14 4x${minutes}` },
  },
  MintwrightImagesStalled: {
    severity: "page",
    fault: { 'mintwright_collection_images_total{outcome="made"}': steady(10) },
  },
  MintwrightEnginePaused: {
    severity: "ticket",
    fault: { 'mintwright_engine_paused{engine="gpu",server="gpu-1:8000"}': steady(1) },
  },
  MintwrightEngineBacklog: {
    severity: "ticket",
    fault: { 'mintwright_engine_waiting{engine="gpu"}': steady(9) },
  },
  MintwrightRequestLogDropped: {
    severity: "ticket",
    fault: { 'mintwright_request_log_rows_total{outcome="count_dropped"}': growing(1) },
  },
  MintwrightRequestLogSampled: {
    severity: "ticket",
    fault: { 'mintwright_request_log_rows_total{outcome="sampled_out"}': growing(5_000) },
  },
  MintwrightReplicationLag: {
    severity: "ticket",
    fault: { 'mintwright_replication_lag_bytes{replica="standby"}': growing(8e6) },
  },
  MintwrightReplicaLost: {
    severity: "page",
    fault: { 'mintwright_replicas{job="mintwright-worker"}': `1x9 0x${minutes}` },
  },
};

const cases: AlertCase[] = [
  { name: "a healthy installation", fault: {}, atMinute: 60, fires: [] },
  ...slos.map(({ name, alert }): AlertCase => {
    const fires = [{ alert, severity: "page" as const }];
    return { name: `${name}, fast`, fault: makeBad(name, 0.6), atMinute: 30, fires };
  }),
  {
    name: "all objectives, slowly",
    fault: Object.assign({}, ...slos.map(({ name, objective }) => makeBad(name, 4 * (1 - objective)))),
    atMinute: 200,
    fires: slos.map(({ alert }) => ({ alert, severity: "ticket" })),
  },
  ...Object.entries(causes).map(([alert, { severity, fault }]) => ({
    name: alert,
    fault,
    atMinute: 20,
    fires: [{ alert, severity }],
  })),
];

/** Writes the unit tests of the rules for `promtool test rules`: each fault fires its alert and no other. */
export function writeAlertTests(): string {
  const note =
    "# Made by `npm run monitoring:write` from deploy/prometheus/alert-cases.ts. Change that, not this file.\n";
  const tests = cases.map(({ name, fault, atMinute, fires }) => ({
    name,
    interval: "1m",
    input_series: Object.entries({ ...healthy, ...fault }).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'group by (alertname, severity) (ALERTS{alertstate="firing"})',
        eval_time: `${atMinute}m`,
        exp_samples: fires.map(({ alert, severity }) => ({
          labels: `{alertname="${alert}",severity="${severity}"}`,
          value: 1,
        })),
      },
    ],
  }));
  const file = { rule_files: ["mintwright.rules.yaml"], evaluation_interval: "1m", tests };
  return note + stringify(file, { lineWidth: 0 });
}
