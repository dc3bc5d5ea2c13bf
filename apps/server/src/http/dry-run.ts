import { type Centicredits, type DryRun, toCredits } from "@mintwright/api-contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { RawAnswer } from "../platform/operation-context.ts";

/** Tells whether the caller only wants to know the price. */
export function wantsDryRun(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer;
  return (
    prefer !== undefined &&
    String(prefer)
      .split(/[,;]/)
      .some((preference) => preference.trim().toLowerCase() === "dry-run")
  );
}

/** Answers with the price, with nothing run. */
export function answerDryRun(
  operation: string,
  price: Centicredits,
  balance: Centicredits,
  reply: FastifyReply,
): FastifyReply {
  const answer: DryRun = {
    status: true,
    message: `This call would cost ${toCredits(price)} credits. Nothing was run and nothing was charged.`,
    data: {
      operation,
      price: toCredits(price),
      balance: toCredits(balance),
      isAffordable: price <= balance,
      currency: "credits",
    },
  };
  const { contentType, body } = RawAnswer.json(JSON.stringify(answer));
  return reply.header("preference-applied", "dry-run").type(contentType).send(body);
}
