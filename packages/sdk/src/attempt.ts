import { toApiError } from "./error-of-status.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";

export interface AttemptRequest {
  url: string;
  init: RequestInit;
  timeoutInMs: number;
  signal: AbortSignal | undefined;
  fetch: typeof globalThis.fetch;
}

/** A response whose body has not been read yet. */
export interface OpenAnswer {
  response: Response;
  /** Yields the body. Throws if the connection breaks or nothing arrives within the timeout. */
  chunks: AsyncGenerator<Uint8Array, void, void>;
}

/** Combines the timeout, the caller's signal and the abort of a request. */
function createWatch({ timeoutInMs, signal }: AttemptRequest) {
  const controller = new AbortController();
  const leave = () => controller.abort(signal?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal?.throwIfAborted();
  signal?.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    start(phase: TimeoutError["phase"]) {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(new TimeoutError(phase, timeoutInMs)), timeoutInMs);
    },
    pause: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      controller.abort();
    },
    /** Returns why the request ended: the timeout, the caller's signal, or the network error. */
    explain(error: unknown, what: string): unknown {
      if (controller.signal.aborted) return controller.signal.reason;
      return new ConnectionError(`${what} ${describe(error)}`, { cause: error });
    },
  };
}

function describe(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return `(${cause?.code || cause?.message || message || error})`;
}

/** Sends a request and waits for the headers. Reads the body of a status of 400 or more and throws it as an error. */
export async function openAnswer(request: AttemptRequest): Promise<OpenAnswer> {
  const watch = createWatch(request);
  watch.start("headers");
  let response: Response;
  try {
    // Detached from its object: browsers and edge runtimes reject `fetch` called as a method of another object.
    const { fetch } = request;
    response = await fetch(request.url, { ...request.init, signal: watch.signal });
  } catch (error) {
    const reason = watch.explain(error, "The server could not be reached.");
    watch.end();
    throw reason;
  }
  watch.pause();
  const chunks = readChunks(response, watch);
  if (response.ok) return { response, chunks };
  const bytes = await readAll({ response, chunks }, request.timeoutInMs);
  throw toApiError(withBody(response, bytes), new TextDecoder().decode(bytes));
}

async function* readChunks(
  response: Response,
  watch: ReturnType<typeof createWatch>,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = response.body?.getReader();
  try {
    while (reader) {
      watch.start("body");
      const { done, value } = await reader.read();
      watch.pause();
      // Some runtimes end the body without an error if the request is aborted.
      if (watch.signal.aborted) throw watch.signal.reason;
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw watch.explain(error, "The connection broke before the response was complete.");
  } finally {
    watch.end();
  }
}

/** Reads the whole body within the timeout of one attempt. */
export async function readAll(
  { response, chunks }: OpenAnswer,
  timeoutInMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const deadline = Date.now() + timeoutInMs;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of chunks) {
    parts.push(part);
    length += part.byteLength;
    // A body that arrives very slowly also counts as a timeout.
    if (Date.now() > deadline) throw new TimeoutError("body", timeoutInMs);
  }
  const announced = response.headers.get("content-length");
  // A compressed body has a different length than announced.
  if (announced && !response.headers.get("content-encoding") && Number(announced) !== length) {
    throw new ConnectionError(`The response ended after ${length} of ${announced} bytes.`);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** The same response with a body that can be read again. */
export function withBody(
  { status, statusText, headers }: Response,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? bytes : null, { status, statusText, headers });
}
