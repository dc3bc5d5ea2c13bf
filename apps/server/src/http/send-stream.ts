import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { Logger } from "../platform/logging.ts";
import type { StreamAnswer } from "../serving/operation-context.ts";
import type { ClientWatch } from "./client-watch.ts";
import type { OpenStreams } from "./open-streams.ts";
import { writeChunks } from "./write-chunks.ts";

/** Takes the connection from the framework and sends the status and every header collected so far. */
export function beginStream(reply: FastifyReply, contentType: string): void {
  reply.header("content-type", contentType).header("cache-control", "no-store");
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
}

/** Ends the answer in order. A stopping server ends the connection with it, which would else stay open for reuse. */
export function endStream({ raw }: FastifyReply, openStreams: OpenStreams): void {
  raw.end(() => openStreams.isStopping && raw.socket?.destroySoon());
}

/** Sends an answer that costs nothing, while it is made. */
export async function sendFreeStream(
  reply: FastifyReply,
  answer: StreamAnswer,
  { client, openStreams, logger }: { client: ClientWatch; openStreams: OpenStreams; logger: Logger },
): Promise<FastifyReply> {
  beginStream(reply, answer.contentType);
  reply.raw.flushHeaders();
  const stopped = Promise.withResolvers<"stopped">();
  const forget = answer.isEndless ? openStreams.onStop(() => stopped.resolve("stopped")) : () => {};
  if (answer.isEndless && openStreams.isStopping) stopped.resolve("stopped");
  try {
    const end = await Promise.race([writeChunks(reply.raw, answer.chunks), stopped.promise]);
    if (end !== "left") endStream(reply, openStreams);
    client.abort();
  } catch (error) {
    logger.error({ error, requestId: reply.request.id }, "a stream broke off");
    reply.raw.destroy();
  } finally {
    forget();
  }
  return reply;
}
