import type { FastifyReply } from "fastify";
import type { AnswerChunk, StreamAnswer } from "../serving/operation-context.ts";
import { writePriceHeaders } from "./answer-headers.ts";
import { type Charge, type ChargedAnswer, countCharge, release, writeMemory } from "./charge.ts";
import { keepBody } from "./kept-answers.ts";
import { beginStream, endStream } from "./send-stream.ts";
import { type ChunksEnd, writeChunks } from "./write-chunks.ts";

// More than any answer of a model has; an answer that cannot be kept must not be promised for a retry.
const maxKeptBytes = 4 * 1024 * 1024;

/**
 * Sends an answer that is paid for, while it is made. Its price is said ahead and settled before the terminating
 * chunk, so a caller that has the whole answer has paid for it, once. A caller that leaves after the first text pays;
 * a source that breaks off is not paid for. With an idempotency key the answer is finished and kept although its
 * caller leaves, for the retry that the key announces.
 */
export async function sendChargedStream(
  charge: Charge,
  { stream, headers, captured, describeMemory }: Omit<ChargedAnswer, "body"> & { stream: StreamAnswer },
): Promise<FastifyReply> {
  const { admission, idempotency, reply, client, openStreams, parts } = charge;
  const { accountId, holdId } = admission;
  const chunks = idempotency && createChunkKeeper(maxKeptBytes);
  if (chunks) client.letWorkGoOn();
  reply.headers(headers);
  writePriceHeaders(reply, captured, admission.balance);
  beginStream(reply, stream.contentType);
  const letGo = parts.holds.keep(accountId, holdId);
  let end: ChunksEnd;
  let kept: Awaited<ReturnType<typeof keepBody>> | undefined;
  try {
    end = await writeChunks(reply.raw, stream.chunks, { onChunk: chunks?.add, goesOnAlone: !!chunks });
    kept = chunks && (await keepBody(parts.bodies, { accountId, holdId }, chunks.read()));
  } catch (error) {
    parts.logger.error({ error, requestId: reply.request.id }, "a stream broke off");
    reply.raw.destroy();
    await release(charge);
    return reply;
  } finally {
    letGo();
  }
  const answer = kept && { status: 200, headers, ...kept };
  try {
    const settled = await parts.settlement.settle({
      accountId,
      holdId,
      captured,
      ...(answer && { answer }),
      ...writeMemory(describeMemory),
    });
    if (!settled) throw new Error("the hold was taken away while the answer was written");
    countCharge(charge, captured);
    if (end === "complete") endStream(reply, openStreams);
  } catch (error) {
    parts.logger.error({ error, requestId: reply.request.id }, "a stream could not be charged");
    reply.raw.destroy();
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
      if (bytes > maxBytes) throw new RangeError(`the answer has more than ${maxBytes} bytes to keep`);
      chunks.push(buffer);
    },
    read: () => Buffer.concat(chunks),
  };
}
