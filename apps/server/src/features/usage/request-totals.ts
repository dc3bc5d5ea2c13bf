import type { Centicredits } from "@mintwright/api-contract";
import { findBucket, latencyBoundsInMs } from "./latency-buckets.ts";

export interface CountedRequest {
  accountId: string;
  keyId: string;
  operation: string;
  model: string | undefined;
  status: number;
  latencyInMs: number;
  /** True for a response that lasts as long as its caller wants: its latency is not counted. */
  isEndless: boolean;
  charged: Centicredits;
}

/** The requests of one key, operation and model in one hour. */
export interface RequestTotal {
  accountId: string;
  keyId: string;
  operation: string;
  model: string;
  countedAt: number;
  requests: number;
  clientErrors: number;
  serverErrors: number;
  charged: Centicredits;
  latencies: number[];
}

export interface RequestTotals {
  add(request: CountedRequest, now: number): void;
  /** Returns the totals since the last call. */
  take(): RequestTotal[];
}

const hourInMs = 3_600_000;

/** Adds up requests in memory. Totals of different hours are kept apart. */
export function createRequestTotals(): RequestTotals {
  let hour = 0;
  let open = new Map<string, RequestTotal>();
  let closed: RequestTotal[] = [];

  function closeAll(): void {
    closed.push(...open.values());
    open = new Map();
  }

  return {
    add({ accountId, keyId, operation, model = "", status, latencyInMs, isEndless, charged }, now) {
      const currentHour = Math.floor(now / hourInMs);
      if (currentHour !== hour) {
        closeAll();
        hour = currentHour;
      }
      const name = `${keyId} ${operation} ${model}`;
      let total = open.get(name);
      if (!total) {
        const counts = { requests: 0, clientErrors: 0, serverErrors: 0, charged: 0 };
        const latencies = new Array<number>(latencyBoundsInMs.length + 1).fill(0);
        total = { accountId, keyId, operation, model, countedAt: now, ...counts, latencies };
        open.set(name, total);
      }
      total.countedAt = now;
      total.requests++;
      if (status >= 500) total.serverErrors++;
      else if (status >= 400) total.clientErrors++;
      total.charged += charged;
      if (!isEndless) {
        const bucket = findBucket(latencyInMs);
        total.latencies[bucket] = (total.latencies[bucket] ?? 0) + 1;
      }
    },
    take() {
      closeAll();
      const taken = closed;
      closed = [];
      return taken;
    },
  };
}
