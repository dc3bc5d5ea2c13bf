import type { Metrics } from "../../platform/telemetry/metrics.ts";
import type { EndedRequest, RequestLogDraft } from "./request-log.ts";
import { shortenBodies } from "./shorten-body.ts";

/** What a process keeps in memory until it is written. Beyond it, rows are dropped and counted. */
const maxRows = 10_000;
const maxBodyCharacters = 16 * 1024 * 1024;
const maxPathCharacters = 512;

export interface LogBuffer {
  readonly length: number;
  add(request: EndedRequest, row: { sampleFactor: number; endedAt: number; hasBodies: boolean }): void;
  /** Empties the buffer. */
  take(): RequestLogDraft[];
}

export function createLogBuffer({ requestLogRows }: Pick<Metrics, "requestLogRows">): LogBuffer {
  let rows: RequestLogDraft[] = [];
  let bodyCharacters = 0;

  function takeBodies(request: EndedRequest) {
    if (bodyCharacters >= maxBodyCharacters) {
      requestLogRows.inc({ outcome: "body_dropped" });
      return undefined;
    }
    const bodies = shortenBodies(request);
    bodyCharacters += (bodies.requestBody?.length ?? 0) + (bodies.responseBody?.length ?? 0);
    return bodies;
  }

  return {
    get length() {
      return rows.length;
    },
    add(request, { sampleFactor, endedAt, hasBodies }) {
      if (rows.length >= maxRows) {
        requestLogRows.inc({ outcome: "dropped" });
        return;
      }
      const { url } = request;
      const end = url.indexOf("?");
      // Field by field: copying the rest of an object is slow, and the row must not keep the bodies in memory.
      rows.push({
        accountId: request.accountId,
        keyId: request.keyId,
        requestId: request.requestId,
        operation: request.operation,
        model: request.model,
        method: request.method,
        path: (end < 0 ? url : url.slice(0, end)).slice(0, maxPathCharacters),
        status: request.status,
        errorCode: request.errorCode,
        latencyInMs: request.latencyInMs,
        charged: request.charged,
        held: request.held,
        sampleFactor,
        endedAt,
        bodies: hasBodies ? takeBodies(request) : undefined,
      });
    },
    take() {
      const taken = rows;
      rows = [];
      bodyCharacters = 0;
      return taken;
    },
  };
}
