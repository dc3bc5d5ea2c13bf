import { toApiError } from "./error-of-status.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";

/** One HTTP request. */
export interface AttemptRequest {
  url: string;
  init: RequestInit;
  timeoutInMs: number;
  signal: AbortSignal | undefined;
  fetch: typeof globalThis.fetch;
}

/** An answer whose body is still to come. */
export interface OpenAnswer {
  response: Response;
  /** Yields what arrives. Throws when the connection breaks or nothing arrives for too long. */
  chunks: AsyncGenerator<Uint8Array, void, void>;
}

/** A timer, the caller's signal and the way to end a request, in one. */
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
    /** Why the request ended: what we or the caller did, or else the network. */
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

/** Sends a request and waits for its headers. A status of 400 or more is thrown, with its body read. */
export async function openAnswer(request: AttemptRequest): Promise<OpenAnswer> {
  const watch = createWatch(request);
  watch.start("headers");
  let response: Response;
  try {
    // Taken off its object: in a page and in edge runtimes fetch refuses to be called as somebody's method.
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
      // Some runtimes end a body quietly when its request is aborted.
      if (watch.signal.aborted) throw watch.signal.reason;
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw watch.explain(error, "The connection broke before the answer was whole.");
  } finally {
    watch.end();
  }
}

/** Reads a body to its end, in the time that one attempt has. */
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
    // Drop by drop is as slow as not at all.
    if (Date.now() > deadline) throw new TimeoutError("body", timeoutInMs);
  }
  const announced = response.headers.get("content-length");
  // A body that was packed on its way has another length than it announced.
  if (announced && !response.headers.get("content-encoding") && Number(announced) !== length) {
    throw new ConnectionError(`The answer ended after ${length} of ${announced} bytes.`);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** The same answer with a body that can be read again. */
export function withBody(
  { status, statusText, headers }: Response,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? bytes : null, { status, statusText, headers });
}
