import { EventEmitter } from "node:events";
import type { HandledRequest } from "@mintwright/api-contract";
import { createWakeSignal, eachTurn } from "../../platform/loop.ts";

const keptRequests = 200;

export interface RequestLog {
  /** Records the start of a request. Returns a function that records its outcome. */
  begin(request: Pick<HandledRequest, "requestId" | "method" | "path" | "operation">): {
    end(outcome: Pick<HandledRequest, "status" | "elapsedInMs" | "creditsCharged" | "note">): void;
  };
  list(): HandledRequest[];
  reset(): void;
  /** Streams changes as server-sent events until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<string>;
}

export function createRequestLog(): RequestLog {
  const events = new EventEmitter().setMaxListeners(0);
  let requests: HandledRequest[] = [];
  let count = 0;
  const tell = (event: string, data: object) =>
    events.emit("event", `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return {
    begin(request) {
      const entry: HandledRequest = {
        number: ++count,
        at: new Date().toISOString(),
        ...request,
        status: null,
        isOpen: true,
        elapsedInMs: 0,
        creditsCharged: null,
        note: "",
      };
      requests = [entry, ...requests.slice(0, keptRequests - 1)];
      tell("request", entry);
      return {
        end(outcome) {
          Object.assign(entry, outcome, { isOpen: false });
          tell("request", entry);
        },
      };
    },
    list: () => requests,
    reset() {
      requests = [];
      tell("reset", {});
    },
    async *watch(signal) {
      const waiting: string[] = [": watching\n\n"];
      const wakeSignal = createWakeSignal();
      const add = (event: string) => {
        waiting.push(event);
        wakeSignal.wake();
      };
      events.on("event", add);
      try {
        for await (const _ of eachTurn(wakeSignal, { signal })) yield* waiting.splice(0);
      } finally {
        events.off("event", add);
      }
    },
  };
}
