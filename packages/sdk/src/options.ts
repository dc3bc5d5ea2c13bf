import type { MintwrightError } from "./errors.ts";

/** How to reach the server and how to behave when it cannot be reached. */
export interface MintwrightOptions {
  /** Where the server is, for example `http://localhost:3001` for `mintwright sandbox`. */
  baseUrl: string;
  /** A key from your dashboard. The sandbox needs none. */
  apiKey?: string | undefined;
  /** Milliseconds for one attempt; for a stream until it begins, and between two pieces of it. 180,000 unless set. */
  timeoutInMs?: number | undefined;
  /** How often a call is tried again after it failed in passing. 2 unless set. */
  maxRetries?: number | undefined;
  /** Told of every attempt and of every wait, for logs and metrics. Never sees the key. */
  onEvent?: ((event: CallEvent) => void) | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Allows a live key in a page, where every visitor can read it and spend your credits. */
  dangerouslyAllowLiveKeyInBrowser?: boolean | undefined;
}

/** What one call may do differently. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutInMs?: number | undefined;
  maxRetries?: number | undefined;
  /** Yours, when a call must be charged once even if your program dies in between. Made once per call unless set. */
  idempotencyKey?: string | undefined;
  /** More request headers. */
  headers?: Record<string, string> | undefined;
}

/** Asks for the exact price; nothing is run and nothing is charged. */
export interface DryRunOptions extends CallOptions {
  dryRun: true;
}

/** Something that happened during a call. */
export type CallEvent = {
  method: string;
  /** The path as documented, without ids or queries. */
  path: string;
  /** Counts from 1. */
  attempt: number;
} & (
  | { kind: "answer"; status: number; requestId: string | undefined; elapsedInMs: number }
  | { kind: "failure"; error: MintwrightError; elapsedInMs: number }
  | { kind: "retry"; error: MintwrightError; delayInMs: number }
);

/** Refuses to put a live key where everybody can read it. */
export function assertKeyIsSafeHere({ apiKey, dangerouslyAllowLiveKeyInBrowser }: MintwrightOptions): void {
  const isPage = "window" in globalThis && "document" in globalThis;
  if (isPage && apiKey?.startsWith("mw_live_") && !dangerouslyAllowLiveKeyInBrowser) {
    throw new TypeError(
      "A live key in a page can be read by every visitor. Call Mintwright from your server, or use the sandbox in the page.",
    );
  }
}
