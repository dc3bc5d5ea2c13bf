import { type Centicredits, type DryRun, type DryRunPreview, toCredits } from "@mintwright/api-contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { RawAnswer } from "../serving/operation-context.ts";
import { addWarnings, writeWarningHeader } from "./warnings.ts";

/** True when the request has this preference in its `Prefer` header. */
export function hasPreference(request: FastifyRequest, name: string): boolean {
  const prefer = request.headers.prefer;
  return (
    prefer !== undefined &&
    String(prefer)
      .split(/[,;]/)
      .some((preference) => preference.trim().toLowerCase() === name)
  );
}

export function answerDryRun(
  {
    operation,
    price,
    preview,
    warnings,
  }: { operation: string; price: Centicredits; preview: DryRunPreview; warnings: ReadonlySet<string> },
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
      ...preview,
    },
  };
  const { contentType, body } = addWarnings(RawAnswer.json(JSON.stringify(answer)), warnings);
  return reply
    .headers({ "preference-applied": "dry-run", ...writeWarningHeader(warnings) })
    .type(contentType)
    .send(body);
}
