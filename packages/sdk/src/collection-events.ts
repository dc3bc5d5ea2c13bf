import type { Progress } from "./contract.ts";
import { ConnectionError } from "./errors.ts";
import { readEvents } from "./event-stream.ts";
import type { CallOptions } from "./options.ts";
import { sleep, type Transport } from "./transport.ts";

/** A progress event of a collection. */
export type CollectionEvent =
  | { type: "image"; number: number; image: string; thumbnail: string }
  | { type: "missing"; number: number; error: { code: string; message: string } }
  | ({ type: "progress" } & Progress);

/** Whether the state of a collection is final. */
export function isEnded({ status }: Pick<Progress, "status">): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Resolves a path of the server against its base URL. */
export function toAbsolute<Url extends string | null>(baseUrl: string, url: Url): Url {
  return (url?.startsWith("/") ? baseUrl + url : url) as Url;
}

/**
 * Watches a collection until its state is final. A connection that breaks, or that a server closes while it shuts down,
 * is reopened after the last received image. It fails only if nothing arrives between connections for as many attempts
 * as calls have.
 */
export async function* watchCollection(
  transport: Transport,
  collectionId: string,
  options: CallOptions,
): AsyncGenerator<CollectionEvent, void, void> {
  let lastId: string | undefined;
  let pauseInMs = 0;
  let hasEnded = false;
  while (!hasEnded) {
    const queue: CollectionEvent[] = [];
    yield* await transport.retry("watchProgress", options, async () => {
      const open = await connect();
      const first = await open.next();
      if (first.done) throw new ConnectionError("The event stream of the collection was interrupted.");
      queue.push(first.value);
      return follow(queue, open);
    });
    if (!hasEnded) await sleep(pauseInMs, options.signal);
  }

  async function connect() {
    const headers = { ...options.headers, ...(lastId && { "last-event-id": lastId }) };
    const input = { params: { collectionId }, accept: "text/event-stream" };
    // The loop outside counts attempts, including connections that break at once.
    const { chunks } = await transport.open("watchProgress", input, { ...options, headers, maxRetries: 0 });
    return readCollectionEvents(chunks);
  }

  async function* readCollectionEvents(chunks: AsyncIterable<Uint8Array>) {
    const events = readEvents(chunks, (delayInMs) => {
      pauseInMs = delayInMs;
    });
    for await (const { id, name, data } of events) {
      lastId = id ?? lastId;
      const event = { ...JSON.parse(data), type: name };
      for (const field of ["image", "thumbnail"]) {
        if (event[field]) event[field] = toAbsolute(transport.baseUrl, event[field]);
      }
      hasEnded = name === "progress" && isEnded(event);
      yield event as CollectionEvent;
      if (hasEnded) return;
    }
  }

  /** A connection that breaks after the first event is not a failure: the next one continues from there. */
  async function* follow(queue: CollectionEvent[], open: AsyncGenerator<CollectionEvent, void, void>) {
    yield* queue;
    try {
      yield* open;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  }
}
