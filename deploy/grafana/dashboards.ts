/** One query of a panel: what to ask, and how to name its series. */
export type Query = readonly [expr: string, legend: string];

export interface Panel {
  title: string;
  unit: string;
  queries: readonly Query[];
  /** One large figure instead of a graph. */
  isStat?: true;
}

export interface DashboardPlan {
  uid: string;
  title: string;
  rows: Record<string, Panel[]>;
}

const rate = (metric: string) => `rate(${metric}[$__rate_interval])`;
const quantile = (share: number, metric: string, by: string) =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (${rate(`${metric}_bucket`)}))`;
const graph = (title: string, unit: string, ...queries: Query[]): Panel => ({ title, unit, queries });
const stat = (title: string, unit: string, expr: string, legend = ""): Panel => ({
  title,
  unit,
  queries: [[expr, legend]],
  isStat: true,
});
const percentiles = (title: string, metric: string, by: string): Panel =>
  graph(
    title,
    "s",
    [quantile(0.5, metric, by), `{{${by}}} p50`],
    [quantile(0.99, metric, by), `{{${by}}} p99`],
  );

/** Every dashboard. Figures of the installation are published by each worker, so they are read with max, not sum. */
export const dashboards: readonly DashboardPlan[] = [
  {
    uid: "mintwright-overview",
    title: "Mintwright: overview",
    rows: {
      "Service level objectives": [
        graph("Good share over $window", "percentunit", [
          '1 - mintwright:slo_bad:ratio{window="$window"}',
          "{{slo}}",
        ]),
        graph("Burn rate over $window (1 uses up the budget in 30 days)", "short", [
          'mintwright:slo_bad:ratio{window="$window"} / ignoring (window) (1 - mintwright:slo_objective:ratio)',
          "{{slo}}",
        ]),
      ],
      Now: [
        stat("API processes", "short", 'sum(up{job="mintwright-api"})'),
        stat("Workers", "short", 'sum(up{job="mintwright-worker"})'),
        stat("Requests per second", "reqps", `sum(${rate("mintwright_http_request_seconds_count")})`),
        stat("Accounts that do not add up", "short", "max(mintwright_ledger_accounts_off)"),
        stat("Oldest due webhook", "s", "max(mintwright_webhooks_oldest_due_seconds)"),
        stat("Oldest unsent email", "s", "max(mintwright_emails_oldest_unsent_seconds)"),
      ],
      Alerts: [
        graph("Pending and firing", "short", [
          "count by (alertname, alertstate) (ALERTS) or vector(0)",
          "{{alertname}} {{alertstate}}",
        ]),
      ],
    },
  },
  {
    uid: "mintwright-api",
    title: "Mintwright: API",
    rows: {
      Requests: [
        graph("Requests by operation", "reqps", [
          `sum by (operation) (${rate("mintwright_http_request_seconds_count")})`,
          "{{operation}}",
        ]),
        graph("Answers by status", "reqps", [
          `sum by (status) (${rate("mintwright_http_request_seconds_count")})`,
          "{{status}}",
        ]),
        graph("Request log rows by outcome", "reqps", [
          `sum by (outcome) (${rate("mintwright_request_log_rows_total")})`,
          "{{outcome}}",
        ]),
        graph("Latency by operation, p95", "s", [
          quantile(0.95, "mintwright_http_request_seconds", "operation"),
          "{{operation}}",
        ]),
        graph("Time to the first text of an answer, p95", "s", [
          quantile(0.95, "mintwright_chat_first_text_seconds", "model"),
          "{{model}}",
        ]),
      ],
      Process: [
        graph("Event loop lag, p99", "s", [
          'nodejs_eventloop_lag_p99_seconds{job="mintwright-api"}',
          "{{instance}}",
        ]),
        graph("Memory", "bytes", ['process_resident_memory_bytes{job="mintwright-api"}', "{{instance}}"]),
        graph("CPU", "percentunit", [
          rate('process_cpu_seconds_total{job="mintwright-api"}'),
          "{{instance}}",
        ]),
      ],
    },
  },
  {
    uid: "mintwright-queue",
    title: "Mintwright: queue and workers",
    rows: {
      Queue: [
        graph("Waiting", "short", ["max by (queue) (mintwright_queue_waiting)", "{{queue}}"]),
        graph("Oldest due job", "s", ["max by (queue) (mintwright_queue_oldest_seconds)", "{{queue}}"]),
        graph("Under way", "short", ["max by (queue) (mintwright_queue_active)", "{{queue}}"]),
        graph("Failed for good, kept for a week", "short", ["mintwright:queue_failed:max", "{{queue}}"]),
      ],
      Jobs: [
        graph("Jobs by outcome", "ops", [
          `sum by (job, outcome) (${rate("mintwright_job_seconds_count")})`,
          "{{job}} {{outcome}}",
        ]),
        graph("Duration, p95", "s", [quantile(0.95, "mintwright_job_seconds", "job"), "{{job}}"]),
        percentiles("Start after due time", "mintwright_job_wait_seconds", "job"),
      ],
      "Webhooks and emails": [
        graph(
          "Oldest",
          "s",
          ["max(mintwright_webhooks_oldest_due_seconds)", "webhook, due"],
          ["max(mintwright_emails_oldest_unsent_seconds)", "email, unsent"],
        ),
        graph("Deliveries that wait for their next attempt", "short", [
          "max(mintwright_webhooks_pending)",
          "pending",
        ]),
        graph("Attempts by outcome", "ops", [
          `sum by (outcome) (${rate("mintwright_webhook_seconds_count")})`,
          "{{outcome}}",
        ]),
      ],
      Workers: [
        graph("Memory", "bytes", ['process_resident_memory_bytes{job="mintwright-worker"}', "{{instance}}"]),
        graph("CPU", "percentunit", [
          rate('process_cpu_seconds_total{job="mintwright-worker"}'),
          "{{instance}}",
        ]),
      ],
    },
  },
  {
    uid: "mintwright-engines",
    title: "Mintwright: engines and images",
    rows: {
      Engines: [
        graph("Calls by outcome", "ops", [
          `sum by (engine, outcome) (${rate("mintwright_engine_seconds_count")})`,
          "{{engine}} {{outcome}}",
        ]),
        percentiles("Duration", "mintwright_engine_seconds", "engine"),
        graph(
          "Running and waiting calls",
          "short",
          ["sum by (engine) (mintwright_engine_running)", "{{engine}} running"],
          ["sum by (engine) (mintwright_engine_waiting)", "{{engine}} waiting"],
        ),
        percentiles("Wait for a place", "mintwright_engine_wait_seconds", "engine"),
        graph("Places in use by server", "percentunit", [
          "sum by (engine, server) (mintwright_engine_server_running) / max by (engine, server) (mintwright_engine_server_places)",
          "{{engine}} {{server}}",
        ]),
        graph("Processes in which a server is paused", "short", [
          "sum by (engine, server) (mintwright_engine_paused)",
          "{{engine}} {{server}}",
        ]),
        graph("Tokens", "ops", [`sum by (kind) (${rate("mintwright_chat_tokens_total")})`, "{{kind}}"]),
      ],
      "Images of collections": [
        graph("Waiting by model", "short", [
          'max by (queue) (mintwright_queue_waiting{queue=~"images .*"})',
          "{{queue}}",
        ]),
        graph("Oldest collection with waiting images", "s", [
          'max by (queue) (mintwright_queue_oldest_seconds{queue=~"images .*"})',
          "{{queue}}",
        ]),
        graph("Images by outcome", "ops", [
          `sum by (outcome) (${rate("mintwright_collection_images_total")})`,
          "{{outcome}}",
        ]),
      ],
    },
  },
  {
    uid: "mintwright-money",
    title: "Mintwright: money",
    rows: {
      Ledger: [
        stat("Accounts that do not add up", "short", "max(mintwright_ledger_accounts_off)"),
        graph("Credits of all accounts", "short", [
          "max by (amount) (mintwright_ledger_credits)",
          "{{amount}}",
        ]),
        graph("Held", "short", ['max(mintwright_ledger_credits{amount="held"})', "held"]),
      ],
      Captures: [
        graph("Credits captured per hour, all work", "short", [
          'delta(max(mintwright_ledger_credits{amount="spent"})[1h:])',
          "spent",
        ]),
        graph("Credits captured by calls", "short", [
          `sum by (operation) (${rate("mintwright_credits_charged_total")})`,
          "{{operation}}",
        ]),
        graph("Holds released by the sweeper", "ops", [
          `sum(${rate("mintwright_holds_swept_total")})`,
          "swept",
        ]),
      ],
      Batches: [
        percentiles("Statement time", "mintwright_batch_seconds", "batch"),
        graph("Requests per admission, p95", "short", [
          quantile(0.95, "mintwright_admission_batch_requests", ""),
          "requests",
        ]),
        graph("Holds per settlement, p95", "short", [
          quantile(0.95, "mintwright_settlement_batch_holds", ""),
          "holds",
        ]),
        graph("Failures", "ops", [
          `sum by (batch) (${rate("mintwright_batch_failures_total")})`,
          "{{batch}}",
        ]),
      ],
    },
  },
  {
    uid: "mintwright-database",
    title: "Mintwright: database",
    rows: {
      Pool: [
        graph("Waiting for a connection", "short", ["mintwright_pool_waiting", "{{job}} {{instance}}"]),
        graph("Connections", "short", [
          "sum by (job, state) (mintwright_pool_connections)",
          "{{job}} {{state}}",
        ]),
      ],
      Statements: [
        percentiles("Batches", "mintwright_batch_seconds", "batch"),
        graph("Failed batches", "ops", [
          `sum by (batch) (${rate("mintwright_batch_failures_total")})`,
          "{{batch}}",
        ]),
      ],
      Standbys: [
        stat("Standbys", "short", "max(mintwright_replicas)"),
        graph("Not replayed yet", "bytes", [
          "max by (replica) (mintwright_replication_lag_bytes)",
          "{{replica}}",
        ]),
      ],
    },
  },
];
