import pg from "pg";
import type { Logger } from "../logging.ts";

const firstPauseInMs = 1_000;
const longestPauseInMs = 30_000;

/** A subscription that can be ended. */
export interface Subscription {
  close(): Promise<void>;
}

/**
 * Listens to a channel on a connection of its own, because a pooled connection changes hands, and connects again when
 * the connection is lost. `onConnected` runs after each connection: notifications sent before it were missed.
 */
export function listenTo(
  { url, logger }: { url: string; logger: Logger },
  channel: string,
  { onNotification, onConnected }: { onNotification(payload: string): void; onConnected(): void },
): Subscription {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;

  function reconnectLater(lost: pg.Client, error?: unknown): void {
    if (isClosed || client !== lost) return;
    client = undefined;
    const retryInMs = Math.min(firstPauseInMs * 2 ** Math.min(failures++, 10), longestPauseInMs);
    logger.warn({ error, channel, retryInMs }, "database notifications lost, will reconnect");
    lost.end().catch(() => {});
    timer = setTimeout(() => void connect(), retryInMs);
    timer.unref();
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: "mintwright-notifications",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = opened;
    opened.on("error", (error) => reconnectLater(opened, error));
    opened.on("end", () => reconnectLater(opened));
    opened.on("notification", ({ payload }) => onNotification(payload ?? ""));
    try {
      await opened.connect();
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      reconnectLater(opened, error);
      return;
    }
    if (isClosed) return;
    failures = 0;
    onConnected();
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
