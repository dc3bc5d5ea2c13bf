import { createOperations } from "@mintwright/api-contract";

/** A service level objective: which share of events, or of time, must be good over 30 days. */
export interface Slo {
  name: string;
  alert: string;
  objective: number;
  summary: string;
  /** The share that was bad over a window, between 0 and 1. */
  badRatio(window: string): string;
}

const paid = Object.values(createOperations())
  .filter(({ price }) => price.kind === "metered")
  .map(({ id }) => id)
  .sort()
  .join("|");
const paidCalls = `mintwright_http_request_seconds_count{operation=~"${paid}"}`;
const failedCalls = paidCalls.replace("}", ',status=~"5.."}');

/** The share of a histogram's observations above a bucket's bound. */
const shareAbove = (metric: string, labels: string, bound: string, window: string) =>
  `1 - sum(rate(${metric}_bucket{${labels}le="${bound}"}[${window}])) / sum(rate(${metric}_count{${labels}}[${window}]))`;

export const slos: readonly Slo[] = [
  {
    name: "paid-calls",
    alert: "MintwrightPaidCallsFailing",
    objective: 0.995,
    summary: "Paid calls are answered with 5xx",
    badRatio: (window) =>
      `(sum(rate(${failedCalls}[${window}])) or vector(0)) / sum(rate(${paidCalls}[${window}]))`,
  },
  {
    name: "admission-latency",
    alert: "MintwrightAdmissionSlow",
    objective: 0.995,
    summary: "Admission takes more than 100 ms",
    badRatio: (window) => shareAbove("mintwright_batch_seconds", 'batch="admission",', "0.1", window),
  },
  {
    name: "jobs-on-time",
    alert: "MintwrightJobsLate",
    objective: 0.99,
    summary: "Jobs start more than 10 s after they were due",
    badRatio: (window) => shareAbove("mintwright_job_wait_seconds", "", "10", window),
  },
  {
    name: "webhooks-on-time",
    alert: "MintwrightWebhooksLate",
    objective: 0.99,
    summary: "Webhook deliveries are overdue",
    badRatio: (window) => `avg_over_time(mintwright:webhooks_late:bool[${window}])`,
  },
  {
    name: "emails-on-time",
    alert: "MintwrightEmailsLate",
    objective: 0.99,
    summary: "Emails are not sent",
    badRatio: (window) => `avg_over_time(mintwright:emails_late:bool[${window}])`,
  },
];
