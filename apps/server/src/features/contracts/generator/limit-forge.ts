import type { Forge } from "@mintwright/solidity-compiler";
import { createConcurrencyLimiter } from "../../../engines/concurrency-limiter.ts";
import { AppError } from "../../../platform/errors.ts";

/** Limits how many test runs use memory and processors at once. */
export function limitForge(forge: Forge, limits: { places: number; maxWaiting: number }): Forge {
  const limiter = createConcurrencyLimiter(limits);
  return {
    async test(request) {
      const turn = limiter.enter(request.signal);
      if (!turn)
        throw new AppError(
          "engine_unavailable",
          "Too many tests are running. Nothing is charged; try again shortly.",
          {
            retryAfterInSeconds: 5,
          },
        );
      await turn;
      try {
        return await forge.test(request);
      } finally {
        limiter.leave();
      }
    },
  };
}
