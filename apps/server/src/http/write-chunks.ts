import type { ServerResponse } from "node:http";
import type { AnswerChunk } from "../serving/operation-context.ts";

// A caller that reads nothing for this long is treated as disconnected.
const longestStallInMs = 120_000;

export type ChunksEnd = "complete" | "left";

export interface WriteChunksOptions {
  onChunk?: ((chunk: AnswerChunk) => void) | undefined;
  /** Reads the source to its end even if the caller disconnects. */
  goesOnAlone?: boolean;
}

/**
 * Writes chunks as fast as the caller reads them: at most one chunk waits beyond the connection's own buffer. Throws when
 * the source throws, unless the caller disconnected before.
 */
export async function writeChunks(
  response: ServerResponse,
  chunks: AsyncIterable<AnswerChunk>,
  { onChunk, goesOnAlone = false }: WriteChunksOptions = {},
): Promise<ChunksEnd> {
  const iterator = chunks[Symbol.asyncIterator]();
  const left = Promise.withResolvers<ChunksEnd>();
  const onClose = () => left.resolve("left");

  // An answer that we ended counts as well: a stopping server does not wait for its sources.
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
  // One race for the whole stream: a source may hang just when its caller disconnects.
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
