import { type Centicredits, headerNames, protocolLimits, toCredits } from "@mintwright/api-contract";
import type { FastifyReply } from "fastify";
import type { RateState } from "../serving/operation-context.ts";

/** Writes the rate limit headers. A key without a limit gets none. */
export function writeRateHeaders(reply: FastifyReply, rate: RateState): void {
  if (rate.limit === null || rate.remaining === null) return;
  const window = protocolLimits.rateWindowInSeconds;
  const resetInSeconds = rate.retryAfterInSeconds ?? window;
  reply.header("ratelimit-policy", `"default";q=${rate.limit};w=${window}`);
  reply.header("ratelimit", `"default";r=${rate.remaining};t=${resetInSeconds}`);
  reply.header("x-ratelimit-limit", rate.limit);
  reply.header("x-ratelimit-remaining", rate.remaining);
  reply.header("x-ratelimit-reset", resetInSeconds);
}

export function writePriceHeaders(reply: FastifyReply, charged: Centicredits, remaining: Centicredits): void {
  reply.header(headerNames.creditsCharged, String(toCredits(charged)));
  reply.header(headerNames.creditsRemaining, String(toCredits(remaining)));
}
