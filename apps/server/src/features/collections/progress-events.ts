import { createWakeSignal, eachTurn } from "../../platform/loop.ts";
import type { ImageUrls } from "./image-files.ts";
import type { WatchedCollection } from "./progress-hub.ts";
import { describeCounts, isFinal } from "./progress-reader.ts";
import type { FinishedImage } from "./progress-updates.repository.ts";

/** Proxies close connections that are silent for about a minute. */
const signOfLifeInMs = 15_000;
const imagesPerChunk = 200;

/**
 * Streams each finished image and the collection's progress until it has ended. The event id is the image's finish order:
 * a client that reconnects sends it and misses nothing.
 */
export async function* writeProgressEvents(
  watched: WatchedCollection,
  { collectionId, lastOrder, urlsOf, signal }: EventsRequest,
): AsyncGenerator<string> {
  const wakeSignal = createWakeSignal();
  let awaited: Promise<void> | undefined;
  let next = 0;
  let failed = 0;
  let told = "";
  try {
    yield "retry: 2000\n\n";
    for await (const reason of eachTurn(wakeSignal, { pauseInMs: () => signOfLifeInMs, signal })) {
      if (reason === "timeout") yield ": still here\n\n";
      const { changed, images, state } = watched;
      if (changed !== awaited) void changed.then(wakeSignal.wake);
      awaited = changed;
      while (next < images.length) {
        const chunk = images.slice(next, next + imagesPerChunk);
        next += chunk.length;
        failed += chunk.filter(({ error }) => error).length;
        const unseen = chunk.filter(({ order }) => order > lastOrder);
        if (unseen.length > 0) yield unseen.map((image) => writeImage(image, urlsOf)).join("");
      }
      if (state) {
        const { amount } = watched;
        const progress = JSON.stringify(
          describeCounts(collectionId, { state, amount, made: next - failed, failed }),
        );
        if (progress !== told) yield `event: progress\ndata: ${progress}\n\n`;
        told = progress;
        if (isFinal(state)) return;
      }
    }
  } finally {
    watched.leave();
  }
}

interface EventsRequest {
  collectionId: string;
  /** Finish order of the last image that the client has; 0 for all. */
  lastOrder: number;
  urlsOf: ImageUrls;
  signal: AbortSignal;
}

function writeImage({ order, number, object, error }: FinishedImage, urlsOf: ImageUrls): string {
  const data = object ? { number, ...urlsOf(object) } : { number, error };
  return `id: ${order}\nevent: ${object ? "image" : "missing"}\ndata: ${JSON.stringify(data)}\n\n`;
}
