import { createWakeSignal, eachTurn } from "../../platform/loop.ts";
import type { PictureUrls } from "./image-files.ts";
import type { WatchedCollection } from "./progress-hub.ts";
import type { FinishedImage } from "./progress-news.repository.ts";
import { describeCounts, isFinal } from "./progress-reader.ts";

/** Proxies cut off connections that are silent for a minute or so. */
const signOfLifeInMs = 15_000;
const imagesPerChunk = 200;

/**
 * Tells a watcher every image that is finished and how far the collection is, until it has ended. The id of an event is
 * the order of its image: a watcher that was cut off sends it back and misses nothing.
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
        const news = chunk.filter(({ order }) => order > lastOrder);
        if (news.length > 0) yield news.map((image) => writeImage(image, urlsOf)).join("");
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
  /** The order of the last image that the watcher has; 0 for all. */
  lastOrder: number;
  urlsOf: PictureUrls;
  signal: AbortSignal;
}

function writeImage({ order, number, object, error }: FinishedImage, urlsOf: PictureUrls): string {
  const data = object ? { number, ...urlsOf(object) } : { number, error };
  return `id: ${order}\nevent: ${object ? "image" : "missing"}\ndata: ${JSON.stringify(data)}\n\n`;
}
