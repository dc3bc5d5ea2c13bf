import pg from "pg";
import type { Logger } from "../logging.ts";
import { detectPooler } from "./detect-pooler.ts";

const firstPauseInMs = 1_000;
const longestPauseInMs = 30_000;

/** A subscription that can be ended. */
export interface Subscription {
  close(): Promise<void>;
}

export interface ListenSettings {
  url: string;
  /** True when the operator says that the URL keeps its session, also through a pooler in session mode. */
  isDirect: boolean;
  logger: Logger;
}

/**
 * Listens to a channel on a connection of its own, because a pooled connection changes hands, and connects again when
 * the connection is lost. `onConnected` runs after each connection: notifications sent before it were missed. Behind a
 * pooler it does not listen: no notification would arrive, and the session would keep listening for strangers.
 */
export function listenTo(
  { url, isDirect, logger }: ListenSettings,
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
      if (!isDirect && (await detectPooler(opened))) {
        logger.info({ channel }, "database is behind a pooler, polling instead of listening");
        return await close();
      }
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      reconnectLater(opened, error);
      return;
    }
    if (isClosed) return;
    failures = 0;
    onConnected();
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  }

  void connect();
  return { close };
}
