import { BulkheadRejectedError, bulkhead } from "cockatiel";
import { ServiceUnavailableError } from "../../../platform/errors.ts";

const readsAtOnce = 8;
const waitingReads = 200;
const maxKept = 1_000;

/** Lets callers share reads from the chain. Anybody may ask, so the reads that run at the same time are limited. */
export interface RecentReads {
  /** Returns what was read under this name a moment ago, or reads it. Failures are not kept. */
  read<Value>(name: string, ask: () => Promise<Value>): Promise<Value>;
}

export function createRecentReads(keptInMs: number): RecentReads {
  const kept = new Map<string, Promise<unknown>>();
  const limit = bulkhead(readsAtOnce, waitingReads);

  async function ask<Value>(question: () => Promise<Value>): Promise<Value> {
    try {
      return await limit.execute(question);
    } catch (error) {
      if (error instanceof BulkheadRejectedError)
        throw new ServiceUnavailableError(
          "Too many visitors at the same moment. Try again in a few seconds.",
        );
      throw error;
    }
  }

  return {
    read<Value>(name: string, question: () => Promise<Value>): Promise<Value> {
      const known = kept.get(name);
      if (known) return known as Promise<Value>;
      const reading = ask(question);
      if (kept.size < maxKept) {
        kept.set(name, reading);
        const forget = () => void kept.delete(name);
        reading.then(() => setTimeout(forget, keptInMs).unref(), forget);
      }
      return reading;
    },
  };
}
