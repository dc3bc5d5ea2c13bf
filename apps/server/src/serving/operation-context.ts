import type { Centicredits, Operation, OperationInput } from "@mintwright/api-contract";

/** Where the key stands in its rate after a request. */
export interface RateState {
  limit: number | null;
  remaining: number | null;
  retryAfterInSeconds: number | null;
}

/** Who calls: every repository function takes the account from here. */
export interface Caller {
  accountId: string;
  keyId: string;
  rate: RateState;
  /** Whether a context for conversations was saved for the key. */
  hasSavedContext: boolean;
}

/** What the handler of an operation is given: a valid input of an admitted caller. */
export interface OperationContext<Body, Query, Params> {
  input: OperationInput<Body, Query, Params>;
  caller: Caller;
  requestId: string;
  /** Aborts when the caller leaves before the answer, or before the end of one that is written while it is made. */
  signal: AbortSignal;
  /** Headers that the answer will carry, also when it is replayed. */
  answerHeaders: Record<string, string>;
  /** Tells the caller something about a call that succeeds: in the `Warning` header and in `warnings` of the body. */
  warn(text: string): void;
  /** Reads a header of the request. */
  header(name: string): string | undefined;
  /** How this API is reached from outside, without a slash at its end: the start of every address in an answer. */
  publicUrl: string;
  /** What is held for this call. */
  price: Centicredits;
  /** Only of operations with a quoted price: nothing may be done, the handler answers with a QuotedAnswer without output. */
  isDryRun: boolean;
  /**
   * Has a JSON object stored in the transaction that charges for the answer, or settles a free one. It is written when the
   * answer has ended, and not at all when none is delivered.
   */
  rememberWithCharge(writeMemory: () => string): void;
  /** Charges less than what is held, because only a part was delivered. */
  chargeOnly(amount: Centicredits): void;
}

/** An answer whose bytes the handler has written itself. */
export class RawAnswer {
  readonly contentType: string;
  readonly body: Buffer | string;

  constructor(contentType: string, body: Buffer | string) {
    this.contentType = contentType;
    this.body = body;
  }

  /** An answer of JSON that is already text. */
  static json(body: Buffer | string): RawAnswer {
    return new RawAnswer("application/json; charset=utf-8", body);
  }
}

/** A piece of an answer that is written while it is made. */
export type AnswerChunk = string | Uint8Array;

/**
 * An answer that is written while it is made, at the caller's pace. When its source throws, or the caller of a
 * finite one leaves, the connection ends without the terminating chunk: what was cut off cannot pass for whole.
 */
export class StreamAnswer {
  readonly contentType: string;
  readonly chunks: AsyncIterable<AnswerChunk>;
  /** True when only the caller ends it, such as a stream of events: a stopping server ends it in order. */
  readonly isEndless: boolean;

  /**
   * The source should stop at the context's signal, which aborts when the caller leaves. For a metered operation the
   * handler waits for the first text before it answers: a failure up to there is an ordinary, uncharged error.
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

/** A hold that is handed over to work which goes on after the answer, and the answer to keep with it. */
export interface HoldHandover {
  accountId: string;
  holdId: string;
  answer: { status: number; headers: Record<string, string>; body: string };
}

/**
 * The answer of a metered operation whose work goes on after it. Its hold is not settled: `accept` takes it over in the
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
 * The answer of an operation with a quoted price: what it costs depends on what the account has, so the handler says it
 * and holds it itself, in the transaction that accepts the work.
 */
export class QuotedAnswer<Output = unknown> {
  /** Undefined in a dry run. */
  readonly output: Output | undefined;
  readonly price: Centicredits;
  /** After the price was held; undefined when nothing was. */
  readonly balance: Centicredits | undefined;

  constructor(output: Output | undefined, price: Centicredits, balance?: Centicredits) {
    this.output = output;
    this.price = price;
    this.balance = balance;
  }
}

/**
 * Serves an operation of the contract for callers with a key. Authentication, rate, validation, price,
 * idempotency, dry run and settlement come with it: a feature writes the handler and nothing else.
 */
export type ServeOperation = <Body, Query, Params, Output>(
  operation: Operation<Body, Query, Params, Output>,
  handle: (
    context: OperationContext<Body, Query, Params>,
  ) => Promise<Output | RawAnswer | StreamAnswer | AcceptedAnswer<Output> | QuotedAnswer<Output>>,
) => void;
