import { headerNames } from "./contract.ts";

/** How a metered call changed the account, in credits. */
export interface CreditsMoved {
  charged: number;
  /** Held for a job that continues; charged as images are delivered. */
  held: number;
  remaining: number;
}

/** Where the library keeps the results of a call. */
export interface StoredResults {
  /** One id for each result, in order. */
  itemIds: string[];
  /** Undefined: until you delete them. */
  keptUntil: Date | undefined;
}

/** The data of a call with its response, credits and warnings. */
export interface Answer<Data> {
  data: Data;
  /** The HTTP response. Unless it is a stream, its body can be read again. */
  response: Response;
  requestId: string | undefined;
  /** Undefined if the call is free. */
  credits: CreditsMoved | undefined;
  /** Undefined if nothing was stored. If you asked for it, the field `warnings` or the header `Warning` says why not. */
  stored: StoredResults | undefined;
  /** True if this is the stored response of an earlier call with the same idempotency key. */
  isReplayed: boolean;
}

/** A pending call: await it for the data, or `withResponse()` for the data with its response. */
export type Call<Data> = Promise<Data> & {
  withResponse(): Promise<Answer<Data>>;
};

export function toCall<Data>(answer: Promise<Answer<Data>>): Call<Data> {
  const data = answer.then((whole) => whole.data);
  return Object.assign(data, {
    withResponse() {
      // A caller that uses `withResponse()` handles the error there, so it must not be reported as unhandled here.
      data.catch(() => {});
      return answer;
    },
  });
}

/** Reads credits, warnings and replay from the headers. */
export function describeAnswer<Data>(response: Response, data: Data): Answer<Data> {
  const read = (name: string) => response.headers.get(name);
  const charged = read(headerNames.creditsCharged);
  return {
    data,
    response,
    requestId: read(headerNames.requestId) ?? undefined,
    credits:
      charged === null
        ? undefined
        : {
            charged: Number(charged),
            held: Number(read(headerNames.creditsHeld) ?? 0),
            remaining: Number(read(headerNames.creditsRemaining) ?? Number.NaN),
          },
    stored: readStored(read),
    isReplayed: read(headerNames.idempotencyReplayed) === "true",
  };
}

function readStored(read: (name: string) => string | null): StoredResults | undefined {
  const itemIds = read(headerNames.libraryItem)?.split(", ");
  const keptUntil = read(headerNames.libraryKeptUntil) ?? "forever";
  return itemIds && { itemIds, keptUntil: keptUntil === "forever" ? undefined : new Date(keptUntil) };
}
