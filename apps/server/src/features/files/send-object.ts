import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import parseRange from "range-parser";
import type { ByteRange, ObjectStore } from "../../engines/storage/index.ts";
import { AppError } from "../../platform/errors.ts";

/** A file that never changes, with its HTTP metadata. */
export interface ServedObject {
  object: string;
  contentType: string;
  tag: string;
}

/** Sends an object, a range of it, or 304. Returns false when it does not exist. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ObjectStore,
  { object, contentType, tag }: ServedObject,
): Promise<boolean> {
  const etag = `"${tag}"`;
  const describe = () =>
    reply.type(contentType).headers({
      etag,
      "cache-control": "public, max-age=31536000, immutable",
      "accept-ranges": "bytes",
    });
  if (fresh({ "if-none-match": request.headers["if-none-match"] }, { etag })) {
    describe().status(304).send();
    return true;
  }
  const isHead = request.method === "HEAD";
  const wanted = isHead ? undefined : findRangeHeader(request, etag);
  if (isHead || wanted) {
    const found = await store.measure(object);
    if (!found) return false;
    if (isHead) {
      describe().header("content-length", found.bytes).send();
      return true;
    }
    const range = chooseRange(wanted as string, found.bytes, reply);
    if (range) return sendPart(range, found.bytes);
  }
  const opened = await store.open(object);
  if (!opened) return false;
  describe().header("content-length", opened.bytes).send(opened.stream);
  return true;

  async function sendPart(range: ByteRange, total: number): Promise<boolean> {
    const part = await store.open(object, range);
    if (!part) return false;
    describe()
      .status(206)
      .headers({
        "content-length": part.bytes,
        "content-range": `bytes ${range.first}-${range.last}/${total}`,
      })
      .send(part.stream);
    return true;
  }
}

/** Ignores the range when If-Range names other content. */
function findRangeHeader({ headers }: FastifyRequest, etag: string): string | undefined {
  const ifRange = headers["if-range"];
  return ifRange === undefined || ifRange === etag ? headers.range : undefined;
}

/** A single range is sent as a part; several ranges, or an invalid header, send the whole file. */
function chooseRange(header: string, bytes: number, reply: FastifyReply): ByteRange | undefined {
  const ranges = parseRange(bytes, header, { combine: true });
  if (ranges === -1) {
    reply.header("content-range", `bytes */${bytes}`);
    throw new AppError("range_not_satisfiable", `The file has ${bytes} bytes; request a range within it.`);
  }
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { first: range.start, last: range.end };
}
