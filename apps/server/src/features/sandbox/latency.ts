import { createNumberStream } from "../../platform/seeded-random.ts";

/** Added latency: none, like that of real models, or a fixed time in milliseconds. */
export type LatencySetting = "none" | "real" | number;

/** Latency range of operations that use a model. Other operations only query a database. */
const realInMs: Record<string, [fastest: number, slowest: number]> = {
  enhancePrompt: [400, 1_200],
  generateImage: [1_200, 3_500],
  paintPrompt: [1_200, 3_500],
  generateMultipleImages: [2_000, 6_000],
  streamChat: [300, 1_500],
  askQuestion: [300, 1_500],
  auditCode: [1_000, 4_000],
  auditProject: [2_000, 8_000],
  createChatCompletion: [300, 1_500],
  imageOfCollection: [400, 1_200],
};
const realOfOthersInMs: [number, number] = [8, 60];

export interface Latency {
  /** Latency of the next request of an operation: the nth value of a seed is always the same. */
  next(operationId: string): number;
  reset(): void;
}

export function createLatency({ setting, seed }: { setting: LatencySetting; seed: number }): Latency {
  const streams = new Map<string, () => number>();

  function draw(operationId: string): number {
    let stream = streams.get(operationId);
    if (!stream) {
      stream = createNumberStream(`latency ${seed} ${operationId}`);
      streams.set(operationId, stream);
    }
    return stream();
  }

  return {
    next(operationId) {
      if (setting === "none") return 0;
      if (setting !== "real") return setting;
      const [fastest, slowest] = realInMs[operationId] ?? realOfOthersInMs;
      // Squared: most answers are near the fastest and few take long, as with real servers.
      return Math.round(fastest + draw(operationId) ** 2 * (slowest - fastest));
    },
    reset: () => streams.clear(),
  };
}
