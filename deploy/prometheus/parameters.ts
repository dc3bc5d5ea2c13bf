/** Two windows that must both burn too fast: the long one for the amount, the short one so that the alert ends in time. */
export interface BurnWindow {
  severity: "page" | "ticket";
  long: string;
  short: string;
  /** How many times faster than allowed the error budget is used up. */
  factor: number;
  for: string;
}

/** All times that the rules contain, so that a test can run them in seconds. Durations as Prometheus writes them. */
export interface RuleParameters {
  burnWindows: BurnWindow[];
  /** How long a cause lasts before its alert fires. */
  for: string;
  /** Over which time causes are counted. */
  window: string;
  /** How long the number of standbys is remembered. */
  replicaMemory: string;
  webhookLateInSeconds: number;
  emailLateInSeconds: number;
  queueLateInSeconds: number;
  replicationLagInBytes: number;
}

/** The windows of the Site Reliability Workbook, chapter 5: 2% of a 30-day budget in an hour, 5% in 6 hours, 10% in 3 days. */
export const defaultParameters: RuleParameters = {
  burnWindows: [
    { severity: "page", long: "1h", short: "5m", factor: 14.4, for: "2m" },
    { severity: "page", long: "6h", short: "30m", factor: 6, for: "15m" },
    { severity: "ticket", long: "1d", short: "2h", factor: 3, for: "1h" },
    { severity: "ticket", long: "3d", short: "6h", factor: 1, for: "3h" },
  ],
  for: "5m",
  window: "10m",
  replicaMemory: "1h",
  webhookLateInSeconds: 60,
  emailLateInSeconds: 300,
  queueLateInSeconds: 300,
  replicationLagInBytes: 16 * 1024 * 1024,
};
