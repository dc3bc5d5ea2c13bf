import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import { OutboundError } from "./outbound-error.ts";
import { openPinnedSocket } from "./pinned-socket.ts";
import { tooLarge } from "./response-limits.ts";
import { hostOf } from "./target-url.ts";

const MAX_HEADER_BYTES = 16_384;

/** One request and its response, on a connection of its own. Dispose it to close the connection. */
export interface PinnedExchange extends Disposable {
  start(request: Omit<Dispatcher.RequestOptions, "path" | "origin">): Promise<Dispatcher.ResponseData>;
  /** Converts a failure into the abort reason or an `OutboundError`. */
  explain(failure: unknown): unknown;
}

/** Prepares an exchange with one of the checked addresses. Connections are never reused. */
export function openPinnedExchange(
  url: URL,
  addresses: readonly string[],
  maxBytes: number,
  signal: AbortSignal,
): PinnedExchange {
  let socket: Socket | undefined;
  let isConnected = false;
  let overflow: OutboundError | undefined;

  const client = new Client(url.origin, {
    maxHeaderSize: MAX_HEADER_BYTES,
    // The deadline covers every phase.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 0,
    connect(_options, callback) {
      const opening = openPinnedSocket(url, addresses);
      socket = opening;
      opening.on("error", (error) => isConnected || callback(error, null));
      opening.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
        isConnected = true;
        callback(null, opening);
        opening.on("readable", checkTraffic);
      });
    },
  });

  // Closing the client does not close a socket that is still connecting, and a request that waits for its connection
  // ignores its signal: both are ended here.
  const end = () => {
    client.destroy().catch(() => {});
    socket?.destroy();
  };
  signal.addEventListener("abort", end, { once: true });

  // Interim responses, reason phrases, chunk extensions and empty compressed blocks can continue forever without adding
  // to headers or body. They use no memory, but a whole core until the deadline. Twice the limit leaves room for honest
  // framing.
  const maxTraffic = 2 * maxBytes + 4 * MAX_HEADER_BYTES;
  const checkTraffic = () => {
    if (socket && socket.bytesRead > maxTraffic) {
      overflow = tooLarge(maxBytes);
      end();
    }
  };

  return {
    async start(request) {
      signal.throwIfAborted();
      const response = await client.request({ ...request, path: url.pathname + url.search });
      // A body that is never read still emits an error when its connection is closed.
      response.body.on("error", () => {});
      return response;
    },
    explain(failure) {
      if (failure instanceof OutboundError) {
        return failure;
      }
      return signal.aborted
        ? signal.reason
        : (overflow ?? describeFailure(failure, hostOf(url), isConnected));
    },
    [Symbol.dispose]() {
      signal.removeEventListener("abort", end);
      end();
    },
  };
}

function describeFailure(failure: unknown, host: string, isConnected: boolean): OutboundError {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "UND_ERR_INVALID_ARG") {
    return new OutboundError("request_invalid", "A header of the request is not valid.", failure);
  }
  if (!isConnected) {
    const message = `No connection to ${host} could be made, or its certificate is not valid.`;
    return new OutboundError("connect_failed", message, failure);
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new OutboundError("bad_response", `The response headers from ${host} are too large.`, failure);
  }
  return new OutboundError("bad_response", `The response from ${host} is broken or incomplete.`, failure);
}
