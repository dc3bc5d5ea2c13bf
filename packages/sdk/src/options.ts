import type { MintwrightError } from "./errors.ts";

/** The server's address and key, timeouts and retries. */
export interface MintwrightOptions {
  /** The server's URL, for example `http://localhost:3001` for `mintwright sandbox`. */
  baseUrl: string;
  /** A key from your dashboard. The sandbox needs none. */
  apiKey?: string | undefined;
  /**
   * Timeout of one attempt in milliseconds; for a stream until it starts, and between two pieces. Default: 180,000.
   */
  timeoutInMs?: number | undefined;
  /** How often a call is retried after a temporary failure. Default: 2. */
  maxRetries?: number | undefined;
  /** Called for every attempt and every delay, for logs and metrics. Never receives the key. */
  onEvent?: ((event: CallEvent) => void) | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Allows a live key in a web page, where every visitor can read it and spend your credits. */
  dangerouslyAllowLiveKeyInBrowser?: boolean | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutInMs?: number | undefined;
  maxRetries?: number | undefined;
  /**
   * Your own key, for a call that must be charged once even if your program crashes. Default: a new key for each call.
   */
  idempotencyKey?: string | undefined;
  /** Stores the result of an image, contract or audit call in the library. The answer's `stored` says whether it was. */
  store?: boolean | undefined;
  /** Additional request headers. */
  headers?: Record<string, string> | undefined;
}

/** Returns the exact price. Nothing runs and nothing is charged. */
export interface DryRunOptions extends CallOptions {
  dryRun: true;
}

/** A response, a failure or a retry of a call. */
export type CallEvent = {
  method: string;
  /** The documented path, without ids or queries. */
  path: string;
  /** Counts from 1. */
  attempt: number;
} & (
  | { kind: "answer"; status: number; requestId: string | undefined; elapsedInMs: number }
  | { kind: "failure"; error: MintwrightError; elapsedInMs: number }
  | { kind: "retry"; error: MintwrightError; delayInMs: number }
);

/** Rejects a live key in a browser, where every visitor can read it. */
export function assertKeyIsSafeHere({ apiKey, dangerouslyAllowLiveKeyInBrowser }: MintwrightOptions): void {
  const isPage = "window" in globalThis && "document" in globalThis;
  if (isPage && apiKey?.startsWith("mw_live_") && !dangerouslyAllowLiveKeyInBrowser) {
    throw new TypeError(
      "A live key in a page can be read by every visitor. Call Mintwright from your server, or use the sandbox in the page.",
    );
  }
}
