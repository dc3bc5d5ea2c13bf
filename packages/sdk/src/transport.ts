import { type AttemptRequest, type OpenAnswer, openAnswer, readAll, withBody } from "./attempt.ts";
import { type Answer, describeAnswer } from "./call.ts";
import { calls, headerNames } from "./contract.ts";
import { ConnectionError, MintwrightError } from "./errors.ts";
import type { CallEvent, CallOptions, MintwrightOptions } from "./options.ts";

const defaultTimeoutInMs = 180_000;
const defaultMaxRetries = 2;
const firstDelayInMs = 500;
const maxOwnDelayInMs = 8_000;
/** If a server asks for a longer delay, the error is thrown instead of waiting. */
const maxObeyedDelayInMs = 60_000;

export type CallName = keyof typeof calls;

export interface CallInput {
  params?: Record<string, string>;
  query?: object | undefined;
  body?: object;
  accept?: string;
  /** Values of the `Prefer` header. */
  prefer?: string[];
}

/** Sends calls, each with one idempotency key, and retries them after temporary failures. */
export interface Transport {
  baseUrl: string;
  /** Sends a call and parses the response as JSON. */
  json<Data>(name: CallName, input: CallInput, options?: CallOptions): Promise<Answer<Data>>;
  /** Sends a call and returns the response as bytes. */
  bytes(name: CallName, input: CallInput, options?: CallOptions): Promise<Answer<Uint8Array<ArrayBuffer>>>;
  /** Sends a call and returns its body as a stream. */
  open(name: CallName, input: CallInput, options?: CallOptions): Promise<OpenAnswer>;
  /** Retries a task up to `maxRetries` times after temporary failures. */
  retry<Result>(
    name: CallName,
    options: CallOptions,
    attempt: (number: number) => Promise<Result>,
  ): Promise<Result>;
}

export function createTransport(settings: MintwrightOptions): Transport {
  const baseUrl = settings.baseUrl.replace(/(?<!\/)\/+$/, "");
  const tell = (name: CallName, attempt: number, event: EventDetails) => {
    const { method, path } = calls[name];
    settings.onEvent?.({ method, path, attempt, ...event });
  };

  async function retry<Result>(
    name: CallName,
    options: CallOptions,
    attempt: (number: number) => Promise<Result>,
  ): Promise<Result> {
    const maxRetries = options.maxRetries ?? settings.maxRetries ?? defaultMaxRetries;
    for (let number = 1; ; number++) {
      const startedAt = Date.now();
      try {
        return await attempt(number);
      } catch (error) {
        if (!(error instanceof MintwrightError)) throw error;
        error.attempts = number;
        error.idempotencyKey = options.idempotencyKey;
        tell(name, number, { kind: "failure", error, elapsedInMs: Date.now() - startedAt });
        const delayInMs = chooseDelay(error, number);
        if (!error.isRetryable || number > maxRetries || delayInMs > maxObeyedDelayInMs) throw error;
        tell(name, number, { kind: "retry", error, delayInMs });
        await sleep(delayInMs, options.signal);
      }
    }
  }

  function send<Result>(
    name: CallName,
    input: CallInput,
    given: CallOptions,
    read: (answer: OpenAnswer, timeoutInMs: number) => Promise<Result>,
  ): Promise<Result> {
    const { method, path, isMetered } = calls[name];
    const options = isMetered ? { ...given, idempotencyKey: given.idempotencyKey ?? createKey() } : given;
    const timeoutInMs = options.timeoutInMs ?? settings.timeoutInMs ?? defaultTimeoutInMs;
    const request: AttemptRequest = {
      url: baseUrl + fill(path, input),
      init: {
        method,
        headers: writeHeaders(settings, input, options),
        ...(input.body && { body: JSON.stringify(input.body) }),
      },
      timeoutInMs,
      signal: options.signal,
      fetch: settings.fetch ?? globalThis.fetch,
    };
    return retry(name, options, async (attempt) => {
      const startedAt = Date.now();
      const answer = await openAnswer(request);
      const result = await read(answer, timeoutInMs);
      const { status, headers } = answer.response;
      tell(name, attempt, {
        kind: "answer",
        status,
        requestId: headers.get(headerNames.requestId) ?? undefined,
        elapsedInMs: Date.now() - startedAt,
      });
      return result;
    });
  }

  const readBytes = async (answer: OpenAnswer, timeoutInMs: number) => {
    const bytes = await readAll(answer, timeoutInMs);
    return describeAnswer(withBody(answer.response, bytes), bytes);
  };
  return {
    baseUrl,
    retry,
    json: <Data>(name: CallName, input: CallInput, options: CallOptions = {}) =>
      send(name, input, options, async (open, timeoutInMs) => {
        const answer = await readBytes(open, timeoutInMs);
        return { ...answer, data: parseJson<Data>(answer.data) };
      }),
    bytes: (name, input, options = {}) => send(name, input, options, readBytes),
    open: (name, input, options = {}) => send(name, input, options, async (open) => open),
  };
}

type EventDetails = CallEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, "method" | "path" | "attempt">
    : never
  : never;

function parseJson<Data>(bytes: Uint8Array): Data {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ConnectionError("The response is incomplete, or not from a Mintwright server.", { cause });
  }
}

function fill(path: string, { params = {}, query = {} }: CallInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function writeHeaders(
  { apiKey }: MintwrightOptions,
  { body, accept = "application/json", prefer }: CallInput,
  { idempotencyKey, headers, store }: CallOptions,
): Record<string, string> {
  const preferences = [...(prefer ?? []), ...(store ? ["store"] : [])];
  return {
    accept,
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    ...(body && { "content-type": "application/json" }),
    ...(idempotencyKey && { [headerNames.idempotencyKey]: idempotencyKey }),
    ...(preferences.length > 0 && { prefer: preferences.join(", ") }),
    ...headers,
  };
}

/** Creates an idempotency key. `crypto.randomUUID` does not exist in pages that were not loaded over HTTPS. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The delay that the server asks for, or exponential backoff with jitter. */
function chooseDelay(error: MintwrightError, attempt: number): number {
  const asked = (error as { retryAfterInSeconds?: number }).retryAfterInSeconds;
  if (asked !== undefined) return asked * 1_000;
  const longest = Math.min(maxOwnDelayInMs, firstDelayInMs * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, or rejects with the signal's reason. */
export function sleep(delayInMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, delayInMs);
    signal?.addEventListener("abort", end, { once: true });
  });
}
