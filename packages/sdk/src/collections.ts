import { type Call, toCall } from "./call.ts";
import { type CollectionEvent, toAbsolute, watchCollection } from "./collection-events.ts";
import type {
  CancelResponse,
  Collection,
  CollectionResponse,
  CollectionsResponse,
  ListCollectionsQuery,
  ListTokensQuery,
  MintNftRequest,
  MintNftResponse,
  Progress,
  QueueRequest,
  QueueResponse,
  Token,
  TokenResponse,
  TokensResponse,
} from "./contract.ts";
import { askPrice, isDryRun, type Price, unwrap } from "./dry-run.ts";
import { CollectionEndedError } from "./errors.ts";
import { createListing, type Listing } from "./listing.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** A page of a collection's tokens. */
export type TokenPage = TokensResponse["data"];

/** A token and the seed of the image that is to be replaced. */
export type TokenSeed = Pick<Token, "number" | "seed">;

/** A page of collections. */
export type CollectionPage = CollectionsResponse["data"];

/** Options for waiting until a collection is completed. */
export interface WaitOptions extends CallOptions {
  /** Called with every event while waiting. */
  onEvent?: ((event: CollectionEvent) => void) | undefined;
}

/** NFT collections. */
export interface Collections {
  /** Queues a collection. Its price is held, and charged image by image. */
  create(request: QueueRequest, options: DryRunOptions): Call<Price>;
  create(request: QueueRequest, options?: CallOptions): Call<QueueResponse>;
  /** Yields every image when it is generated, until the collection is final. Reconnects after broken connections. */
  watch(collectionId: string, options?: CallOptions): AsyncIterable<CollectionEvent>;
  /** Waits until the collection is completed. Throws a CollectionEndedError if it failed or was cancelled. */
  wait(collectionId: string, options?: WaitOptions): Promise<Progress>;
  /** Cancels a collection. Generated images are kept; the rest of the hold is released. */
  cancel(collectionId: string, options?: CallOptions): Call<CancelResponse["data"]>;
  /** Lists the tokens of a collection. */
  tokens(collectionId: string, query?: ListTokensQuery, options?: CallOptions): Listing<Token, TokenPage>;
  token(collectionId: string, number: number, options?: CallOptions): Call<Token>;
  /** Lists collections, newest first unless `sort` says otherwise. */
  list(query?: ListCollectionsQuery, options?: CallOptions): Listing<Collection, CollectionPage>;
  /** Renames a collection; null removes its name. */
  rename(collectionId: string, name: string | null, options?: CallOptions): Call<Collection>;
  /** Orders a new image for one token. The token keeps its image until the new one is there and charged. */
  regenerate(collectionId: string, token: TokenSeed, options: DryRunOptions): Call<Price>;
  regenerate(collectionId: string, token: TokenSeed, options?: CallOptions): Call<Token>;
  /** Stores metadata for tokens of a completed collection. If the service mints, each new token may have a price. */
  mintMetadata(request: MintNftRequest, options: DryRunOptions): Call<Price>;
  mintMetadata(request: MintNftRequest, options?: CallOptions): Call<MintNftResponse>;
}

export function createCollections(transport: Transport): Collections {
  const { baseUrl } = transport;

  function create(body: QueueRequest, options: CallOptions | DryRunOptions = {}) {
    if (isDryRun(options)) return askPrice(transport, "queueCollection", { body }, options);
    return toCall(transport.json<QueueResponse>("queueCollection", { body }, options));
  }

  function mintMetadata(body: MintNftRequest, options: CallOptions | DryRunOptions = {}) {
    if (isDryRun(options)) return askPrice(transport, "mintNft", { body }, options);
    return toCall(transport.json<MintNftResponse>("mintNft", { body }, options));
  }

  const withUrls = (token: Token): Token => ({
    ...token,
    image: toAbsolute(baseUrl, token.image),
    thumbnail: toAbsolute(baseUrl, token.thumbnail),
  });

  async function askForToken(
    name: "getToken" | "regenerateToken",
    input: { params: { collectionId: string; number: string }; body?: { seed: number } },
    options?: CallOptions,
  ) {
    const answer = unwrap(await transport.json<TokenResponse>(name, input, options));
    return { ...answer, data: withUrls(answer.data) };
  }

  function regenerate(
    collectionId: string,
    { number, seed }: TokenSeed,
    options: CallOptions | DryRunOptions = {},
  ) {
    const input = { params: { collectionId, number: String(number) }, body: { seed } };
    if (isDryRun(options)) return askPrice(transport, "regenerateToken", input, options);
    return toCall(askForToken("regenerateToken", input, options));
  }

  async function wait(collectionId: string, { onEvent, ...options }: WaitOptions = {}): Promise<Progress> {
    for await (const event of watchCollection(transport, collectionId, options)) onEvent?.(event);
    const params = { collectionId };
    const { data: progress } = await transport.json<Progress>("getProgress", { params }, options);
    const { status, data } = progress;
    if (status === "failed" || status === "cancelled") throw new CollectionEndedError(collectionId, status);
    const images = data?.images.map((url) => toAbsolute(baseUrl, url));
    return { ...progress, ...(data && images && { data: { ...data, images } }) };
  }

  function tokens(collectionId: string, query: ListTokensQuery = {}, options: CallOptions = {}) {
    const params = { collectionId };
    return createListing<Token, TokenPage, string>(
      async (cursor = query.cursor) => {
        const input = { params, query: { ...query, cursor } };
        const answer = unwrap(await transport.json<TokensResponse>("listTokens", input, options));
        return { ...answer, data: { ...answer.data, tokens: answer.data.tokens.map(withUrls) } };
      },
      (page) => page.nextCursor,
      (page) => page.tokens,
    );
  }

  return {
    create,
    mintMetadata,
    wait,
    tokens,
    regenerate,
    token: (collectionId, number, options) =>
      toCall(askForToken("getToken", { params: { collectionId, number: String(number) } }, options)),
    list: (query = {}, options = {}) =>
      createListing<Collection, CollectionPage, string>(
        async (cursor = query.cursor) => {
          const input = { query: { ...query, cursor } };
          return unwrap(await transport.json<CollectionsResponse>("listCollections", input, options));
        },
        (page) => page.nextCursor,
        (page) => page.collections,
      ),
    rename: (collectionId, name, options) =>
      toCall(
        transport
          .json<CollectionResponse>("changeCollection", { params: { collectionId }, body: { name } }, options)
          .then(unwrap),
      ),
    watch: (collectionId, options = {}) => watchCollection(transport, collectionId, options),
    cancel: (collectionId, options) =>
      toCall(
        transport
          .json<CancelResponse>("cancelCollection", { params: { collectionId } }, options)
          .then(unwrap),
      ),
  } as Collections;
}
