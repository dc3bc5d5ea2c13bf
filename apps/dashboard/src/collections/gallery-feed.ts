import type { CollectionState, Token } from "@mintwright/api-contract";
import type { CollectionEvent } from "@mintwright/sdk";
import { operations } from "../api/operations.ts";

export interface GallerySnapshot {
  /** Indexed by token number - 1. Tokens that are not loaded or planned yet are undefined. */
  tokens: readonly (Token | undefined)[];
  /** The tokens at the last complete read. Traits are counted from these, not again for every image. */
  traited: readonly (Token | undefined)[];
  made: number;
  failed: number;
  status: CollectionState;
  error: Error | undefined;
}

/** Loads the tokens of a collection and follows its events while it has subscribers. */
export interface GalleryFeed {
  subscribe(onChange: () => void): () => void;
  getSnapshot(): GallerySnapshot;
  /** Shows a token that was read elsewhere. */
  put(token: Token): void;
  /** Reconnects after an error. */
  retry(): void;
}

/** The initial state of a feed. */
export interface FeedStart {
  collectionId: string;
  amount: number;
  made: number;
  failed: number;
  status: CollectionState;
}

const tokensPerPage = 1_000;
/** Changes within this time are rendered together. */
const showEveryInMs = 150;

/** Tells whether a collection has ended. */
export function isFinal(status: CollectionState): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Creates a feed. It loads with the first subscriber and stops with the last. */
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
    // Events carry no hashes, sizes or cancelled tokens; the list does.
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
    put(token) {
      tokens[token.number - 1] = token;
      show({ traited: tokens.slice() });
    },
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

/** An event can overtake the page that was requested before it, so a finished token never becomes waiting again. */
function merge(known: Token | undefined, read: Token): Token {
  if (!known || known.state === "waiting" || read.state !== "waiting") return read;
  const { state, image, thumbnail, error } = known;
  return { ...read, state, image, thumbnail, error };
}

/** The fields of a token that is known from an event only. */
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
  regeneration: null,
};
