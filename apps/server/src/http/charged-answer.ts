import { headerNames, toCredits } from "@mintwright/api-contract";
import type { FastifyReply } from "fastify";
import { ServiceUnavailableError } from "../platform/errors.ts";
import { type HoldHandover, StreamAnswer } from "../serving/operation-context.ts";
import { writePriceHeaders } from "./answer-headers.ts";
import { type Charge, type ChargedAnswer, countCharge, release, writeMemory } from "./charge.ts";
import { sendChargedStream } from "./charged-stream.ts";
import { keepBody } from "./kept-answers.ts";

/** Does the work between hold and settlement: what is delivered is captured first, what fails is given back. */
export async function serveCharged(
  charge: Charge,
  work: () => Promise<ChargedAnswer>,
): Promise<FastifyReply> {
  const { idempotency, reply, parts } = charge;
  const { accountId, holdId } = charge.admission;
  let answer: ChargedAnswer;
  let kept: Awaited<ReturnType<typeof keepBody>> | undefined;
  try {
    answer = await work();
    charge.client.assertPresent();
    if (answer.accept) return await handOver(charge, answer, answer.accept);
    if (idempotency && !(answer.body instanceof StreamAnswer)) {
      kept = await keepBody(parts.bodies, { accountId, holdId }, answer.body);
    }
  } catch (error) {
    const balance = await release(charge);
    if (balance !== undefined) writePriceHeaders(reply, 0, balance);
    throw error;
  }
  const headers = { ...answer.headers, [headerNames.creditsCharged]: String(toCredits(answer.captured)) };
  if (answer.body instanceof StreamAnswer) {
    return sendChargedStream(charge, { ...answer, stream: answer.body, headers });
  }
  const settled = await parts.settlement.settle({
    accountId,
    holdId,
    captured: answer.captured,
    ...(kept && { answer: { status: answer.status, headers, ...kept } }),
    ...writeMemory(answer.describeMemory),
  });
  if (!settled)
    throw new ServiceUnavailableError(
      "The call took longer than its credits could be held. Nothing is charged; try again.",
    );
  countCharge(charge, answer.captured);
  reply.headers(headers);
  writePriceHeaders(reply, answer.captured, settled.balance);
  return reply.status(answer.status).send(answer.body);
}

/** Nothing is charged yet: the answer says what is held, and its replay says the same. */
async function handOver(
  { admission, reply }: Charge,
  { headers: ownHeaders, body, captured: held }: ChargedAnswer,
  accept: (handover: HoldHandover) => Promise<void>,
): Promise<FastifyReply> {
  const { accountId, holdId, balance } = admission;
  const headers = {
    ...ownHeaders,
    [headerNames.creditsCharged]: "0",
    [headerNames.creditsHeld]: String(toCredits(held)),
  };
  await accept({ accountId, holdId, answer: { status: 200, headers, body: String(body) } });
  reply.headers(headers);
  writePriceHeaders(reply, 0, balance);
  return reply.send(body);
}
