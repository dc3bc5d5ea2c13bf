import { type Answer, type Call, toCall } from "./call.ts";
import type {
  DeploymentRecord,
  LibraryItem,
  LibraryItemDeletedResponse,
  LibraryItemResponse,
  LibraryResponse,
  ListLibraryQuery,
} from "./contract.ts";
import { unwrap } from "./dry-run.ts";
import { createListing, type Listing } from "./listing.ts";
import type { CallOptions } from "./options.ts";
import type { CallName, Transport } from "./transport.ts";

/** A page of library items. */
export type LibraryPage = LibraryResponse["data"];

/** The file of a library item. */
export interface LibraryFile {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
}

/** Stored results: images, contracts, audits and deployments of all keys of the account. */
export interface Library {
  /** Lists items, newest first. */
  list(query?: ListLibraryQuery, options?: CallOptions): Listing<LibraryItem, LibraryPage>;
  get(itemId: string, options?: CallOptions): Call<LibraryItem>;
  /** Downloads an image as it was delivered, or a contract or an audit as JSON. */
  download(itemId: string, options?: CallOptions): Call<LibraryFile>;
  setFavourite(itemId: string, isFavourite: boolean, options?: CallOptions): Call<LibraryItem>;
  /** Deletes an item permanently. */
  delete(itemId: string, options?: CallOptions): Call<{ id: string }>;
  /** Creates a link that anyone can read, in `shareUrl`. */
  share(itemId: string, options?: CallOptions): Call<LibraryItem>;
  /** Ends the link. */
  revokeShare(itemId: string, options?: CallOptions): Call<LibraryItem>;
  /** Records where a contract was deployed. */
  recordDeployment(deployment: DeploymentRecord, options?: CallOptions): Call<LibraryItem>;
}

export function createLibrary(transport: Transport): Library {
  const ask = (name: CallName, itemId: string, options?: CallOptions, body?: object) =>
    toCall(
      transport
        .json<LibraryItemResponse>(name, { params: { itemId }, ...(body && { body }) }, options)
        .then(unwrap),
    );
  return {
    list: (query = {}, options = {}) =>
      createListing<LibraryItem, LibraryPage, string>(
        async (cursor = query.cursor) => {
          const input = { query: { ...query, cursor } };
          return unwrap(await transport.json<LibraryResponse>("listLibrary", input, options));
        },
        (page) => page.nextCursor,
        (page) => page.items,
      ),
    get: (itemId, options) => ask("getLibraryItem", itemId, options),
    download: (itemId, options) => {
      const input = { params: { itemId }, accept: "*/*" };
      return toCall(transport.bytes("downloadLibraryItem", input, options).then(toFile));
    },
    setFavourite: (itemId, isFavourite, options) =>
      ask("changeLibraryItem", itemId, options, { isFavourite }),
    delete: (itemId, options) =>
      toCall(
        transport
          .json<LibraryItemDeletedResponse>("deleteLibraryItem", { params: { itemId } }, options)
          .then(unwrap),
      ),
    share: (itemId, options) => ask("shareLibraryItem", itemId, options),
    revokeShare: (itemId, options) => ask("revokeLibraryShare", itemId, options),
    recordDeployment: (body, options) =>
      toCall(transport.json<LibraryItemResponse>("recordDeployment", { body }, options).then(unwrap)),
  };
}

function toFile(answer: Answer<Uint8Array<ArrayBuffer>>): Answer<LibraryFile> {
  const contentType = answer.response.headers.get("content-type") ?? "";
  return { ...answer, data: { bytes: answer.data, contentType } };
}
