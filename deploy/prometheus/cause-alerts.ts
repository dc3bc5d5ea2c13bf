import type { RuleParameters } from "./parameters.ts";

/** An alert on one cause, beside the burn rates. */
export interface CauseAlert {
  alert: string;
  expr: string;
  for: string;
  severity: "page" | "ticket";
  summary: string;
}

/** Worth an alert before, or without, a burn rate: what endangers money, and what will become an outage. */
export function listCauseAlerts(parameters: RuleParameters): CauseAlert[] {
  const { window } = parameters;
  const logRows = (outcomes: string) =>
    `sum(increase(mintwright_request_log_rows_total{outcome=~"${outcomes}"}[${window}]))`;
  // APIs publish 0: without the label, a worker that is down would look like a lost standby.
  const replicas = 'mintwright_replicas{job="mintwright-worker"}';
  const page = (alert: string, summary: string, expr: string, wait = parameters.for): CauseAlert => ({
    alert,
    expr,
    for: wait,
    severity: "page",
    summary,
  });
  const ticket = (...alert: Parameters<typeof page>): CauseAlert => ({
    ...page(...alert),
    severity: "ticket",
  });
  return [
    page("MintwrightApiDown", "No API process answers Prometheus", 'absent(up{job="mintwright-api"} == 1)'),
    page("MintwrightWorkerDown", "No worker answers Prometheus", 'absent(up{job="mintwright-worker"} == 1)'),
    ticket(
      "MintwrightProcessDown",
      "{{ $labels.instance }} of {{ $labels.job }} does not answer Prometheus",
      'up{job=~"mintwright-(api|worker)"} == 0',
    ),
    page(
      "MintwrightLedgerOff",
      "{{ $value }} accounts do not add up",
      "max(mintwright_ledger_accounts_off) > 0",
      "0s",
    ),
    ticket(
      "MintwrightHoldsSwept",
      "{{ $value }} holds were released because a process died or a deadline passed",
      `sum(increase(mintwright_holds_swept_total[${window}])) > 0`,
      "0s",
    ),
    ticket(
      "MintwrightBatchFailures",
      "The database refuses {{ $labels.batch }} batches or loses their connection",
      `sum by (batch) (increase(mintwright_batch_failures_total[${window}])) > 0`,
      "0s",
    ),
    ticket(
      "MintwrightPoolExhausted",
      "Statements of {{ $labels.instance }} wait for a database connection all the time",
      "mintwright_pool_waiting > 0",
    ),
    ticket(
      "MintwrightQueueOld",
      "The oldest job of {{ $labels.queue }} has been due for {{ $value | humanizeDuration }}",
      `max by (queue) (mintwright_queue_oldest_seconds{queue!~"images .*|mints"}) > ${parameters.queueLateInSeconds}`,
    ),
    ticket(
      "MintwrightJobsFailed",
      "{{ $value }} jobs of {{ $labels.queue }} used up their attempts",
      `mintwright:queue_failed:max - min_over_time(mintwright:queue_failed:max[${window}]) > 0`,
      "0s",
    ),
    page(
      "MintwrightImagesStalled",
      "Images wait for {{ $labels.queue }} and none is finished",
      `max by (queue) (mintwright_queue_waiting{queue=~"images .*"}) > 0 unless on () sum(increase(mintwright_collection_images_total{outcome="made"}[${window}])) > 0`,
    ),
    ticket(
      "MintwrightEnginePaused",
      "The server {{ $labels.server }} of the engine {{ $labels.engine }} keeps failing or is slow, and is paused",
      "max by (engine, server) (mintwright_engine_paused) == 1",
    ),
    ticket(
      "MintwrightEngineBacklog",
      "Calls wait for a place of the engine {{ $labels.engine }} all the time",
      "sum by (engine) (mintwright_engine_waiting) > 0",
    ),
    ticket(
      "MintwrightRequestLogDropped",
      "{{ $value }} requests are missing in the request log or in the usage, or their bodies are",
      `${logRows("dropped|body_dropped|count_dropped")} > 0`,
      "0s",
    ),
    ticket(
      "MintwrightRequestLogSampled",
      "{{ $value | humanizePercentage }} of the requests are left out of the request log by sampling",
      `${logRows("sampled_out")} / ${logRows("written|sampled_out")} > 0.9`,
    ),
    ticket(
      "MintwrightReplicationLag",
      "The standby {{ $labels.replica }} is {{ $value | humanize1024 }}B behind",
      `max by (replica) (mintwright_replication_lag_bytes) > ${parameters.replicationLagInBytes}`,
    ),
    page(
      "MintwrightReplicaLost",
      "A standby no longer streams from the database",
      `max(${replicas}) < max(max_over_time(${replicas}[${parameters.replicaMemory}]))`,
    ),
  ];
}
