import type { ChatHistoryRecord, Operations } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { type ServeOperation, StreamAnswer } from "../../serving/operation-context.ts";
import { readRecords } from "./conversation-export.ts";
import {
  deleteRecords,
  findRetention,
  type HistoryFilter,
  type HistoryRow,
  listRecords,
  saveRetention,
} from "./history.repository.ts";

export function registerHistoryRoutes(
  serve: ServeOperation,
  operations: Operations,
  database: Database,
): void {
  serve(operations.listChatHistory, async ({ caller, input }) => {
    const { limit, offset, sortOrder, sdkUniqueId } = input.query;
    const { rows, count } = await listRecords(
      database,
      { accountId: caller.accountId, keyId: caller.keyId, sdkUniqueId },
      { limit, offset, isNewestFirst: sortOrder.toLowerCase() === "desc" },
    );
    return { status: true as const, message: "Chat history", data: { rows: rows.map(toRecord), count } };
  });

  serve(operations.deleteChatHistory, async ({ caller, input }) => {
    const { accountId, keyId } = caller;
    const deleted = await deleteRecords(database, { accountId, keyId, sdkUniqueId: input.query.sdkUniqueId });
    return { status: true as const, message: "Chat history deleted", data: { deleted } };
  });

  serve(operations.exportChatHistory, async ({ caller, input, answerHeaders, signal }) => {
    const { accountId, keyId } = caller;
    answerHeaders["content-disposition"] = 'attachment; filename="chat-history.jsonl"';
    const filter = { accountId, keyId, sdkUniqueId: input.query.sdkUniqueId };
    return new StreamAnswer("application/jsonl; charset=utf-8", exportLines(database, filter, signal));
  });

  serve(operations.getChatRetention, async ({ caller }) => describeRetention(caller.accountId));

  serve(operations.putChatRetention, async ({ caller, input }) => {
    await saveRetention(database, caller.accountId, input.body.days);
    return describeRetention(caller.accountId);
  });

  async function describeRetention(accountId: string) {
    const days = await findRetention(database, accountId);
    const message = days === null ? "History is kept forever" : `History is kept for ${days} days`;
    return { status: true as const, message, data: { days } };
  }
}

function toRecord(row: HistoryRow): ChatHistoryRecord {
  return {
    id: row.record_id,
    question: row.question,
    bot: row.answer,
    createdAt: row.created_at.toISOString(),
    sdkUniqueId: row.sdk_unique_id,
    model: row.model,
  };
}

async function* exportLines(
  database: Database,
  filter: HistoryFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const row of readRecords(database, filter, signal)) yield `${JSON.stringify(toRecord(row))}\n`;
}
