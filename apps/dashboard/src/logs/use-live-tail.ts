import type { RequestLog } from "@mintwright/api-contract/dashboard";
import { useEffect, useState } from "react";
import { urlOf } from "../api/call.ts";
import { type LogSearch, toLogFilter } from "./log-search.ts";

const maxShown = 500;

export interface LiveTail {
  /** Newest first. */
  logs: readonly RequestLog[];
  state: "off" | "connecting" | "live" | "failed";
}

/** Where the live tail starts: after the newest listed entry, or now. A new object starts it again. */
export interface TailStart {
  after: string | undefined;
}

/** Follows new requests. The browser reconnects by itself and continues after the last entry it has. */
export function useLiveTail(search: LogSearch, start: TailStart | undefined): LiveTail {
  const [tail, setTail] = useState<LiveTail>({ logs: [], state: "off" });
  // One string, so that a render with equal filters does not reconnect.
  const url = urlOf("GET /logs/events", { query: { ...toLogFilter(search), after: start?.after } });
  useEffect(() => {
    if (!start) {
      setTail({ logs: [], state: "off" });
      return;
    }
    setTail({ logs: [], state: "connecting" });
    const source = new EventSource(url);
    source.onopen = () => setTail((current) => ({ ...current, state: "live" }));
    source.addEventListener("log", (event) => {
      const log = JSON.parse(event.data) as RequestLog;
      setTail((current) => ({ ...current, logs: [log, ...current.logs].slice(0, maxShown) }));
    });
    source.onerror = () =>
      setTail((current) => ({
        ...current,
        state: source.readyState === EventSource.CLOSED ? "failed" : "connecting",
      }));
    return () => source.close();
  }, [url, start]);
  return tail;
}
