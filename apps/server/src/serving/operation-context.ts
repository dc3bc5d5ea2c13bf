import { hash } from "node:crypto";
import type { Centicredits, Operation, OperationInput } from "@mintwright/api-contract";

export interface RateState {
  limit: number | null;
  remaining: number | null;
  retryAfterInSeconds: number | null;
}

/** The authenticated caller. Repository functions take the account id from here, never from the input. */
export interface Caller {
  accountId: string;
  keyId: string;
  rate: RateState;
  hasSavedContext: boolean;
}

/** What an operation's handler receives: validated input of an admitted caller. */
export interface OperationContext<Body, Query, Params> {
  input: OperationInput<Body, Query, Params>;
  caller: Caller;
  requestId: string;
  /** Aborts when the caller disconnects before the end of the answer. */
  signal: AbortSignal;
  /** Headers of the answer, stored for replays as well. */
  answerHeaders: Record<string, string>;
  /** Adds a warning to a successful answer: in the `Warning` header and the field `warnings` of the body. */
  warn(text: string): void;
  header(name: string): string | undefined;
  /** Public base URL of this API without a trailing slash: the start of every URL in an answer. */
  publicUrl: string;
  price: Centicredits;
  /** Only for operations with a quoted price: the handler changes nothing and returns a QuotedAnswer without output. */
  isDryRun: boolean;
  /**
   * Stores a JSON object in the transaction that settles the answer. `writeMemory` is called after the answer has ended,
   * and not at all when none is delivered.
   */
  rememberWithCharge(writeMemory: () => string): void;
  /**
   * Stores results in the account's library, if the key or the request asks for it. They become visible when the charge is
   * captured. Call it after `chargeOnly`; `create` runs only when results are stored.
   */
  storeResults(create: () => Promise<ResultDraft[]>): Promise<void>;
  /** Charges less than the held amount, because only a part was delivered. */
  chargeOnly(amount: Centicredits): void;
}

/** A result for the account's library. */
export interface ResultDraft {
  kind: "image" | "contract" | "audit";
  title: string;
  prompt: string;
  model: string;
  price: Centicredits;
  details: Record<string, unknown>;
  contentType: string;
  body: Buffer;
}

/** An answer whose bytes the handler has already serialised. */
export class RawAnswer {
  readonly contentType: string;
  readonly body: Buffer | string;
  #etag: string | undefined;

  constructor(contentType: string, body: Buffer | string) {
    this.contentType = contentType;
    this.body = body;
  }

  /** Identifies the body. Computed once, because many requests can share an answer. */
  get etag(): string {
    this.#etag ??= `"${hash("sha1", this.body, "base64url")}"`;
    return this.#etag;
  }

  static json(body: Buffer | string): RawAnswer {
    return new RawAnswer("application/json; charset=utf-8", body);
  }
}

export type AnswerChunk = string | Uint8Array;

/**
 * An answer that is sent while it is generated, at the caller's pace. When its source throws, or the caller of a finite
 * stream disconnects, the connection ends without the terminating chunk, so that a truncated answer is recognisable.
 */
export class StreamAnswer {
  readonly contentType: string;
  readonly chunks: AsyncIterable<AnswerChunk>;
  /** True when only the caller ends the stream, such as for events. A stopping server ends it cleanly. */
  readonly isEndless: boolean;

  /**
   * The source should stop at the context's signal. The handler of a metered operation waits for the first text before it
   * returns: a failure until then is an ordinary, uncharged error.
   */
  constructor(
    contentType: string,
    chunks: AsyncIterable<AnswerChunk>,
    { isEndless = false }: { isEndless?: boolean } = {},
  ) {
    this.contentType = contentType;
    this.chunks = chunks;
    this.isEndless = isEndless;
  }
}

/** A hold that passes to work which continues after the answer, with the answer to store for replays. */
export interface HoldHandover {
  accountId: string;
  holdId: string;
  answer: { status: number; headers: Record<string, string>; body: string };
}

/**
 * The answer of a metered operation whose work continues after it. The hold is not settled: `accept` takes it over in the
 * transaction that accepts the work, so that a crash leaves both or neither.
 */
export class AcceptedAnswer<Output = unknown> {
  readonly output: Output;
  readonly accept: (handover: HoldHandover) => Promise<void>;

  constructor(output: Output, accept: (handover: HoldHandover) => Promise<void>) {
    this.output = output;
    this.accept = accept;
  }
}

/**
 * The answer of an operation with a quoted price. The price depends on the account's data, so the handler computes it and
 * holds it itself, in the transaction that accepts the work.
 */
export class QuotedAnswer<Output = unknown> {
  readonly output: Output | undefined;
  readonly price: Centicredits;
  /** The balance after the hold; undefined when nothing was held. */
  readonly balance: Centicredits | undefined;

  constructor(output: Output | undefined, price: Centicredits, balance?: Centicredits) {
    this.output = output;
    this.price = price;
    this.balance = balance;
  }
}

/**
 * Registers an operation of the API contract for callers with a key. Authentication, rate limits, validation, price,
 * idempotency, dry run and settlement are included: a feature writes only the handler.
 */
export type ServeOperation = <Body, Query, Params, Output>(
  operation: Operation<Body, Query, Params, Output>,
  handle: (
    context: OperationContext<Body, Query, Params>,
  ) => Promise<Output | RawAnswer | StreamAnswer | AcceptedAnswer<Output> | QuotedAnswer<Output>>,
) => void;

/** Converts a path of the API contract, `/a/{id}`, to the router's syntax, `/a/:id`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
