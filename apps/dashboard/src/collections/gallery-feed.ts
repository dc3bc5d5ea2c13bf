import type { CollectionState, Token } from "@mintwright/api-contract";
import type { CollectionEvent } from "@mintwright/sdk";
import { operations } from "../api/operations.ts";

/** What is known of a collection's images at a moment. */
export interface GallerySnapshot {
  /** By number less one; what is not read or not planned yet is missing. */
  tokens: readonly (Token | undefined)[];
  /** As they were when all were last read: traits are counted anew only then, not with every picture. */
  traited: readonly (Token | undefined)[];
  made: number;
  failed: number;
  status: CollectionState;
  error: Error | undefined;
}

/** Keeps what is known of the images of a collection up to date while somebody looks. */
export interface GalleryFeed {
  subscribe(onChange: () => void): () => void;
  getSnapshot(): GallerySnapshot;
  /** Begins anew after an error. */
  retry(): void;
}

/** A collection as it is when its feed begins. */
export interface FeedStart {
  collectionId: string;
  amount: number;
  made: number;
  failed: number;
  status: CollectionState;
}

const tokensPerPage = 1_000;
/** Images that are finished within this time are shown together. */
const showEveryInMs = 150;

/** True when nothing of a collection will change any more. */
export function isFinal(status: CollectionState): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Creates the feed of one collection. It is read and watched from the first subscriber to the last. */
export function createGalleryFeed({ collectionId, amount, made, failed, status }: FeedStart): GalleryFeed {
  const listeners = new Set<() => void>();
  const tokens: (Token | undefined)[] = new Array(amount).fill(undefined);
  let snapshot: GallerySnapshot = {
    tokens,
    traited: [],
    made,
    failed,
    status,
    error: undefined,
  };
  let pending: Partial<GallerySnapshot> | undefined;
  let look: AbortController | undefined;

  function show(change: Partial<GallerySnapshot> = {}): void {
    if (!pending) {
      setTimeout(() => {
        snapshot = { ...snapshot, ...pending, tokens: tokens.slice() };
        pending = undefined;
        for (const listener of listeners) listener();
      }, showEveryInMs);
    }
    pending = { ...pending, ...change };
  }

  async function read(signal: AbortSignal): Promise<void> {
    const list = operations.collections.tokens(collectionId, { limit: tokensPerPage }, { signal });
    for await (const { data } of list.pages()) {
      for (const token of data.tokens) tokens[token.number - 1] = merge(tokens[token.number - 1], token);
      show();
    }
    show({ traited: tokens.slice() });
  }

  async function watch(signal: AbortSignal): Promise<void> {
    for await (const event of operations.collections.watch(collectionId, { signal })) note(event);
    // Hashes, sizes and what was cancelled are told by the list alone.
    await read(signal);
  }

  function note(event: CollectionEvent): void {
    if (event.type === "progress") {
      const { made, failed, status } = event;
      show({ made, failed, status });
      return;
    }
    const known = tokens[event.number - 1] ?? { ...unread, number: event.number };
    tokens[event.number - 1] =
      event.type === "image"
        ? { ...known, state: "made", image: event.image, thumbnail: event.thumbnail }
        : { ...known, state: "failed", error: event.error };
    show();
  }

  function begin(): void {
    look?.abort();
    look = new AbortController();
    const { signal } = look;
    const tell = (error: Error) => !signal.aborted && show({ error });
    show({ error: undefined });
    read(signal).catch(tell);
    if (!isFinal(snapshot.status)) watch(signal).catch(tell);
  }

  return {
    getSnapshot: () => snapshot,
    retry: begin,
    subscribe(onChange) {
      listeners.add(onChange);
      if (listeners.size === 1) begin();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) look?.abort();
      };
    },
  };
}

/** A page may have been read before an event that arrived first: what is finished stays finished. */
function merge(known: Token | undefined, read: Token): Token {
  if (!known || known.state === "waiting" || read.state !== "waiting") return read;
  const { state, image, thumbnail, error } = known;
  return { ...read, state, image, thumbnail, error };
}

/** An image of which only an event told. */
const unread: Token = {
  number: 0,
  state: "waiting",
  seed: 0,
  attributes: [],
  image: null,
  thumbnail: null,
  sha256: null,
  width: null,
  height: null,
  engine: null,
  warnings: [],
  error: null,
};
