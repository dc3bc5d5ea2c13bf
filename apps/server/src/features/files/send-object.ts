import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import parseRange from "range-parser";
import type { ByteRange, ObjectStore } from "../../engines/storage/index.ts";
import { AppError } from "../../platform/errors.ts";

/** A file that never changes, and what is said about it. */
export interface ServedObject {
  object: string;
  contentType: string;
  /** Names the content, without quotes. */
  tag: string;
}

/** Answers with an object, or with what the caller really needs of it; false when there is no such object. */
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

/** A range counts only for the very content that its caller has a part of. */
function findRangeHeader({ headers }: FastifyRequest, etag: string): string | undefined {
  const ifRange = headers["if-range"];
  return ifRange === undefined || ifRange === etag ? headers.range : undefined;
}

/** One range is answered with that part; several, or one that is not understood, with the whole. */
function chooseRange(header: string, bytes: number, reply: FastifyReply): ByteRange | undefined {
  const ranges = parseRange(bytes, header, { combine: true });
  if (ranges === -1) {
    reply.header("content-range", `bytes */${bytes}`);
    throw new AppError("range_not_satisfiable", `The file has ${bytes} bytes; ask for a part of them.`);
  }
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { first: range.start, last: range.end };
}
