import type { ServerResponse } from "node:http";
import type { AnswerChunk } from "../serving/operation-context.ts";

// A caller that takes nothing for so long is gone, whatever its connection says.
const longestStallInMs = 120_000;

/** How the writing of an answer ended: its source was complete, or its caller left. */
export type ChunksEnd = "complete" | "left";

/** How chunks are written. */
export interface WriteChunksOptions {
  /** Sees each chunk before it is written. */
  onChunk?: ((chunk: AnswerChunk) => void) | undefined;
  /** Reads the source to its end although the caller leaves. */
  goesOnAlone?: boolean;
}

/**
 * Writes what a source gives, as fast as the caller takes it: at most one chunk waits beyond the connection's own
 * buffer. Fails with the source, unless the caller left before.
 */
export async function writeChunks(
  response: ServerResponse,
  chunks: AsyncIterable<AnswerChunk>,
  { onChunk, goesOnAlone = false }: WriteChunksOptions = {},
): Promise<ChunksEnd> {
  const iterator = chunks[Symbol.asyncIterator]();
  const left = Promise.withResolvers<ChunksEnd>();
  const onClose = () => left.resolve("left");

  // Ended by us counts as well: a stopping server does not wait for its sources.
  const isOver = () => response.destroyed || response.writableEnded;

  async function write(): Promise<ChunksEnd> {
    try {
      for (;;) {
        const next = await iterator.next();
        if (next.done) return "complete";
        if (isOver() && !goesOnAlone) break;
        onChunk?.(next.value);
        if (!isOver() && !response.write(next.value)) await drain(response);
      }
    } catch (error) {
      if (!isOver() || goesOnAlone) throw error;
    }
    await iterator.return?.();
    return "left";
  }

  if (goesOnAlone) return write();
  response.once("close", onClose);
  if (response.destroyed) onClose();
  // One race for the whole stream, since a source may hang just when its caller leaves.
  return Promise.race([write(), left.promise]).finally(() => response.off("close", onClose));
}

function drain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), longestStallInMs);
    const finish = () => {
      clearTimeout(timer);
      response.off("drain", finish);
      response.off("close", finish);
      resolve();
    };
    response.once("drain", finish).once("close", finish);
  });
}
