import { kept, type Phase, type UnitCost } from "./capacity-costs.ts";

// From what one call costs to what a day of calls needs. docs/capacity.md explains each assumption.

/** Of 100 calls. A webhook is sent for each image. */
export const mix: Record<string, number> = {
  "paid call": 60,
  "conversation turn": 20,
  "news page": 15,
  image: 5,
  "webhook delivery": 5,
};
export const peakOverMean = 3;
export const busiestProcess = 0.6;
export const busiestPrimary = 0.5;
export const checkpointInSeconds = 300;
export const connectionsPerProcess = 8;
const secondsPerDay = 86_400;

export interface Plan {
  callsPerDay: number;
  peakPerSecond: number;
  apis: number;
  workers: number;
  primaryCores: number;
  connections: number;
  logPerDayInBytes: number;
  logAtPeakInBytes: number;
  storagePerDayInBytes: number;
  storageAfterYearInBytes: number;
}

export function plan(
  callsPerDay: number,
  activeAccounts: number,
  units: Map<string, Record<Phase, UnitCost>>,
): Plan {
  const peakPerSecond = (callsPerDay / secondsPerDay) * peakOverMean;
  const total = { api: 0, worker: 0, postgres: 0, log: 0, perDay: 0, perYear: 0 };
  for (const [name, { first, again }] of units) {
    const perDay = (callsPerDay * (mix[name] ?? 0)) / 100;
    const blend = (seconds: number, read: (cost: UnitCost) => number) => {
      const share = shareOfFirst((perDay / secondsPerDay) * seconds, activeAccounts);
      return share * read(first) + (1 - share) * read(again);
    };
    total.api += perDay * blend(3_600, ({ apiInMs }) => apiInMs);
    total.worker += perDay * blend(3_600, ({ workerInMs }) => workerInMs);
    total.postgres += perDay * blend(3_600, ({ postgresInMs }) => postgresInMs);
    total.log += perDay * blend(checkpointInSeconds, ({ logInBytes }) => logInBytes);
    for (const [group, { days }] of kept) {
      const bytes = perDay * blend(3_600, ({ growthInBytes }) => growthInBytes.get(group) ?? 0);
      total.perDay += bytes;
      total.perYear += bytes * Math.min(days ?? 365, 365);
    }
  }
  const coresAtPeak = (inMs: number) => (inMs / 1_000 / secondsPerDay) * peakOverMean;
  // At least two of each: one may fail or be replaced.
  const apis = Math.max(2, Math.ceil(coresAtPeak(total.api) / busiestProcess));
  const workers = Math.max(2, Math.ceil(coresAtPeak(total.worker) / busiestProcess));
  return {
    callsPerDay,
    peakPerSecond,
    apis,
    workers,
    primaryCores: coresAtPeak(total.postgres) / busiestPrimary,
    // Each worker listens on one more.
    connections: (apis + workers) * connectionsPerProcess + workers,
    logPerDayInBytes: total.log,
    logAtPeakInBytes: (total.log / secondsPerDay) * peakOverMean,
    storagePerDayInBytes: total.perDay,
    storageAfterYearInBytes: total.perYear,
  };
}

/** How many of so many calls by random accounts are the first of their account. */
export function shareOfFirst(calls: number, accounts: number): number {
  return (accounts / calls) * (1 - Math.exp(-calls / accounts));
}
