import { headerNames, toCredits } from "@mintwright/api-contract";
import type { FastifyReply } from "fastify";
import { type AnswerChunk, type HoldHandover, StreamAnswer } from "../serving/operation-context.ts";
import { writePriceHeaders } from "./answer-headers.ts";
import type { Admitted, Charge, ChargingParts } from "./charge.ts";
import type { ClientWatch } from "./client-watch.ts";
import { keepBody } from "./kept-answers.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { Idempotency } from "./request-headers.ts";
import type { WrittenAnswer } from "./run-handler.ts";
import { beginStream, endStream } from "./send-stream.ts";
import { type ChunksEnd, writeChunks } from "./write-chunks.ts";

// Larger than any answer of a model. An answer too large to store fails, because a retry could not replay it.
const maxKeptBytes = 4 * 1024 * 1024;

export interface ChargedRequest {
  charge: Charge;
  admission: Admitted;
  idempotency: Idempotency | undefined;
  reply: FastifyReply;
  client: ClientWatch;
  openStreams: OpenStreams;
  parts: ChargingParts;
}

/** Runs `work` between hold and settlement: captures before anything is delivered, releases on failure. */
export async function serveCharged(
  request: ChargedRequest,
  work: () => Promise<WrittenAnswer>,
): Promise<FastifyReply> {
  const { charge, client, reply } = request;
  try {
    const answer = await work();
    client.assertPresent();
    if (answer.accept) return await sendAccepted(request, answer, answer.accept);
    const headers = { ...answer.headers, [headerNames.creditsCharged]: String(toCredits(charge.amount)) };
    return answer.body instanceof StreamAnswer
      ? await sendStream(request, answer.body, headers)
      : await sendWhole(request, { status: answer.status, headers, body: answer.body });
  } catch (error) {
    // After a failed capture the charge is in doubt, and the settlement service resolves it.
    const balance = charge.isHeld ? await charge.release() : undefined;
    if (balance !== undefined) writePriceHeaders(reply, 0, balance);
    throw error;
  }
}

async function sendWhole(
  { charge, idempotency, reply, parts }: ChargedRequest,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer | string },
): Promise<FastifyReply> {
  const kept = idempotency && (await keepBody(parts.bodies, charge, body));
  const balance = await charge.capture(kept && { status, headers, ...kept });
  reply.headers(headers);
  writePriceHeaders(reply, charge.amount, balance);
  return reply.status(status).send(body);
}

/** Nothing is charged yet: the headers name the held amount, in the replay as well. */
async function sendAccepted(
  { charge, admission, reply }: ChargedRequest,
  { headers: ownHeaders, body }: WrittenAnswer,
  accept: (handover: HoldHandover) => Promise<void>,
): Promise<FastifyReply> {
  const headers = {
    ...ownHeaders,
    [headerNames.creditsCharged]: "0",
    [headerNames.creditsHeld]: String(toCredits(charge.amount)),
  };
  await charge.handOver(accept, { status: 200, headers, body: String(body) });
  reply.headers(headers);
  writePriceHeaders(reply, 0, admission.balance);
  return reply.send(body);
}

/**
 * Sends a metered answer while it is generated. The headers announce the price; the capture happens before the
 * terminating chunk, so a caller with the whole answer has paid for it exactly once. A caller that disconnects after the
 * first text pays; a source that fails is not charged. With an idempotency key the answer is completed and stored even if
 * the caller disconnects, so that the retry can replay it.
 */
async function sendStream(
  { charge, admission, idempotency, reply, client, openStreams, parts }: ChargedRequest,
  stream: StreamAnswer,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const chunks = idempotency && createChunkKeeper(maxKeptBytes);
  if (chunks) client.letWorkGoOn();
  reply.headers(headers);
  writePriceHeaders(reply, charge.amount, admission.balance);
  beginStream(reply, stream.contentType);
  const letGo = parts.holds.keep(charge.accountId, charge.holdId);
  let end: ChunksEnd;
  let kept: Awaited<ReturnType<typeof keepBody>> | undefined;
  try {
    end = await writeChunks(reply.raw, stream.chunks, { onChunk: chunks?.add, goesOnAlone: !!chunks });
    kept = chunks && (await keepBody(parts.bodies, charge, chunks.read()));
  } catch (error) {
    parts.logger.error(
      { error, requestId: reply.request.id },
      "stream aborted: source failed, hold will be released",
    );
    reply.raw.destroy();
    await charge.release();
    return reply;
  } finally {
    letGo();
  }
  try {
    await charge.capture(kept && { status: 200, headers, ...kept });
    if (end === "complete") endStream(reply, openStreams);
  } catch (error) {
    parts.logger.error({ error, requestId: reply.request.id }, "stream aborted: capture failed");
    reply.raw.destroy();
    if (charge.isHeld) await charge.release();
  }
  return reply;
}

function createChunkKeeper(maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk: AnswerChunk) {
      const buffer = Buffer.from(chunk as string);
      bytes += buffer.byteLength;
      if (bytes > maxBytes)
        throw new RangeError(`the answer is larger than the ${maxBytes} bytes that can be stored for replay`);
      chunks.push(buffer);
    },
    read: () => Buffer.concat(chunks),
  };
}
