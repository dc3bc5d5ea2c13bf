import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { z } from "zod";
import type { KeptFor } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Reads } from "../../platform/database/reads.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logging.ts";
import { createPageCursor } from "../../platform/page-cursor.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { StreamAnswer } from "../../serving/operation-context.ts";
import { describeBodies, describeLog } from "./describe-log.ts";
import { writeLogEvents } from "./log-events.ts";
import { findStoresBodies, putStoresBodies } from "./log-settings.repository.ts";
import { createLogTail } from "./log-tail.ts";
import { findNewestLogId, findRequestLog, listBodies, listRequestLogs } from "./request-logs.repository.ts";
import type { LogSettings } from "./request-recorder.ts";

const logCursor = createPageCursor(z.tuple([z.int().min(0)]));
const exportedPerPage = 500;

export interface LogsDashboardParts {
  database: Database;
  reads: Reads;
  logger: Logger;
  settings: LogSettings;
  retention: { logDays: KeptFor; logBodyDays: KeptFor };
}

export function registerLogsDashboard(
  serve: ServeDashboard,
  { database, reads, logger, settings, retention }: LogsDashboardParts,
): void {
  const tail = createLogTail(reads, logger);

  const describeSettings = (storesBodies: boolean) => ({
    storesBodies,
    canStoreBodies: settings.storesBodies,
    logDays: toDays(retention.logDays),
    bodyDays: toDays(retention.logBodyDays),
    fullRatePerSecond: settings.fullRatePerSecond,
  });

  serve(dashboardRoutes.listLogs, async ({ caller: { accountId }, input: { query } }) => {
    const { limit, cursor, ...filter } = query;
    const before = cursor === undefined ? undefined : logCursor.decode(cursor)[0];
    const rows = await reads.run((read) =>
      listRequestLogs(read, accountId, filter, { limit: limit + 1, before }),
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { logs: shown.map(describeLog), nextCursor: last ? logCursor.encode([last.log_id]) : null };
  });

  serve(dashboardRoutes.watchLogs, async ({ caller: { accountId }, input: { query }, header, signal }) => {
    const { after, ...filter } = query;
    const given = /^\d{1,18}$/.exec(header("last-event-id") ?? "")?.[0] ?? after;
    const start = given === undefined ? await findNewestLogId(database) : Number(given);
    // Watching begins with the first byte: a client that leaves before it leaves no watcher behind.
    const events = writeLogEvents(() => tail.watch({ accountId, after: start }), filter, signal);
    return new StreamAnswer("text/event-stream; charset=utf-8", events, { isEndless: true });
  });

  serve(dashboardRoutes.exportLogs, async ({ caller: { accountId }, answerHeaders, signal }) => {
    answerHeaders["content-disposition"] = 'attachment; filename="logs.jsonl"';
    return new StreamAnswer("application/jsonl; charset=utf-8", writeLogs(reads, accountId, signal));
  });

  serve(dashboardRoutes.getLogSettings, async ({ caller: { accountId } }) =>
    describeSettings(await findStoresBodies(database, accountId)),
  );

  serve(dashboardRoutes.putLogSettings, async ({ caller: { accountId }, input: { body } }) => {
    if (body.storesBodies && !settings.storesBodies)
      throw new AppError("forbidden", "The operator of this installation does not allow stored bodies.");
    await putStoresBodies(database, accountId, body.storesBodies);
    return describeSettings(body.storesBodies);
  });

  serve(dashboardRoutes.getLog, async ({ caller: { accountId }, input: { params } }) => {
    const row = await reads.run((read) => findRequestLog(read, accountId, params.logId));
    if (!row) throw notFound();
    return { ...describeLog(row), hasBodies: row.has_bodies };
  });

  serve(dashboardRoutes.getLogBodies, async ({ caller: { accountId }, input: { params } }) => {
    const [row] = await reads.run((read) => listBodies(read, accountId, [params.logId]));
    if (!row) throw notFound();
    return describeBodies(row);
  });
}

const toDays = (keptFor: KeptFor) => (keptFor === "forever" ? null : keptFor);

const notFound = () => new AppError("not_found", "This request is not in the log any more.");

/** Every logged request with its bodies, newest first, page by page. */
async function* writeLogs(reads: Reads, accountId: string, signal: AbortSignal): AsyncGenerator<string> {
  let before: number | undefined;
  do {
    const page = { limit: exportedPerPage, before };
    const { rows, bodies } = await reads.run(async (read) => {
      const rows = await listRequestLogs(read, accountId, {}, page);
      const stored = await listBodies(
        read,
        accountId,
        rows.map(({ log_id }) => log_id),
      );
      return { rows, bodies: new Map(stored.map((each) => [each.log_id, describeBodies(each)])) };
    });
    yield rows
      .map((row) => `${JSON.stringify({ ...describeLog(row), bodies: bodies.get(row.log_id) ?? null })}\n`)
      .join("");
    before = rows.length === exportedPerPage ? rows.at(-1)?.log_id : undefined;
  } while (before !== undefined && !signal.aborted);
}
