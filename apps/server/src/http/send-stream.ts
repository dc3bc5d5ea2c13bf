import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { Logger } from "../platform/logging.ts";
import type { StreamAnswer } from "../serving/operation-context.ts";
import type { ClientWatch } from "./client-watch.ts";
import type { OpenStreams } from "./open-streams.ts";
import { writeChunks } from "./write-chunks.ts";

/** Takes over the connection from Fastify and sends the status and the headers collected so far. */
export function beginStream(reply: FastifyReply, contentType: string): void {
  reply.header("content-type", contentType).header("cache-control", "no-store");
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
}

/** Ends the answer. A stopping server also closes the connection, which keep-alive would leave open. */
export function endStream({ raw }: FastifyReply, openStreams: OpenStreams): void {
  raw.end(() => openStreams.isStopping && raw.socket?.destroySoon());
}

export async function sendFreeStream(
  reply: FastifyReply,
  answer: StreamAnswer,
  { client, openStreams, logger }: { client: ClientWatch; openStreams: OpenStreams; logger: Logger },
): Promise<FastifyReply> {
  beginStream(reply, answer.contentType);
  reply.raw.flushHeaders();
  const stopped = Promise.withResolvers<"stopped">();
  const removeListener = answer.isEndless ? openStreams.onStop(() => stopped.resolve("stopped")) : () => {};
  if (answer.isEndless && openStreams.isStopping) stopped.resolve("stopped");
  try {
    const end = await Promise.race([writeChunks(reply.raw, answer.chunks), stopped.promise]);
    if (end !== "left") endStream(reply, openStreams);
    client.abort();
  } catch (error) {
    logger.error({ error, requestId: reply.request.id }, "stream aborted: source failed");
    reply.raw.destroy();
  } finally {
    removeListener();
  }
  return reply;
}
