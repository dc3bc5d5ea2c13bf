import { headerNames } from "./contract.ts";

/** What a metered call did to the account, in credits. */
export interface CreditsMoved {
  charged: number;
  /** Held for a job that goes on; charged as it is delivered. */
  held: number;
  remaining: number;
}

/** An answer with everything around its data. */
export interface Answer<Data> {
  data: Data;
  /** The answer itself: status, headers and, unless it is a stream, a body that can be read again. */
  response: Response;
  requestId: string | undefined;
  /** Undefined when the call is free. */
  credits: CreditsMoved | undefined;
  /** True when this is the answer of an earlier call with the same idempotency key. */
  isReplayed: boolean;
}

/** A call under way: await it for its data, or `withResponse()` for everything around it. */
export type Call<Data> = Promise<Data> & {
  withResponse(): Promise<Answer<Data>>;
};

/** Makes a call awaitable for its data alone. */
export function toCall<Data>(answer: Promise<Answer<Data>>): Call<Data> {
  const data = answer.then((whole) => whole.data);
  return Object.assign(data, {
    withResponse() {
      // Whoever takes the answer handles its failure there, not here as well.
      data.catch(() => {});
      return answer;
    },
  });
}

/** Describes an answer by its headers. */
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
    isReplayed: read(headerNames.idempotencyReplayed) === "true",
  };
}
