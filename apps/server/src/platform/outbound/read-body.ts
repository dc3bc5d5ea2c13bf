import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { OutboundError } from "./outbound-error.ts";
import { tooLarge } from "./response-limits.ts";

/** Reads and decodes a body. The limit applies to the decoded bytes, which stops decompression bombs early. */
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

/** Reads the beginning of a body. Whatever happens to the rest of it is no error. */
export async function readBeginning(
  source: Readable,
  contentEncoding: string | string[] | undefined,
  { maxBytes, timeoutInMs }: { maxBytes: number; timeoutInMs: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const chunk of stream) {
      chunks.push(chunk);
      total += chunk.length;
      if (total >= maxBytes) return;
    }
  };
  const options = { signal: AbortSignal.timeout(timeoutInMs) };
  try {
    const decoder = createDecoder(contentEncoding);
    await (decoder ? pipeline(source, decoder, collect, options) : pipeline(source, collect, options));
  } catch {
    // What has arrived is the beginning.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Accepts at most one encoding: honest servers do not stack them, and each layer multiplies a decompression bomb. */
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
      throw new OutboundError("bad_response", "The response uses a compression that was not requested.");
  }
}
