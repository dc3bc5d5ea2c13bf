import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { OutboundError } from "./outbound-error.ts";
import { tooLarge } from "./response-limits.ts";

/** Reads and decodes a body, with the cap on the decoded bytes, so that a bomb is put down as it unfolds. */
export async function readBody(
  source: Readable,
  contentEncoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const chunk of stream) {
      total += chunk.length;
      if (total > maxBytes) {
        throw tooLarge(maxBytes);
      }
      chunks.push(chunk);
    }
  };
  const decoder = createDecoder(contentEncoding);
  await (decoder ? pipeline(source, decoder, collect) : pipeline(source, collect));
  return Buffer.concat(chunks);
}

/** One coding at most: nobody stacks them honestly, and each layer multiplies what a bomb can do. */
function createDecoder(contentEncoding: string | string[] | undefined): Transform | undefined {
  const coding = String(contentEncoding ?? "identity")
    .trim()
    .toLowerCase();
  switch (coding) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    default:
      throw new OutboundError("bad_response", "The response is compressed in a way that was not asked for.");
  }
}
