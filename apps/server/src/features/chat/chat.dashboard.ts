import { toCredits } from "@mintwright/api-contract";
import { type Conversation, dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { StreamAnswer } from "../../serving/operation-context.ts";
import {
  type ExportedConversation,
  writeConversationsJson,
  writeConversationsMarkdown,
} from "./conversation-export.ts";
import { hasWords, searchRecords } from "./conversation-search.repository.ts";
import {
  type ConversationReader,
  type ConversationRow,
  findConversation,
  listConversations,
  listRememberingKeys,
} from "./conversations.repository.ts";
import { deleteRecords, listRecordsAfter } from "./history.repository.ts";

const shownAtOnce = 30;
const conversationCursor = createPageCursor(z.tuple([exactMoment, z.uuid(), z.string()]));
const recordCursor = createPageCursor(z.tuple([exactMoment, z.uuid()]));
/** Behind every record of its moment, so that a page from there begins with them. */
const lastRecordId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Serves what was asked and answered with any key of the account. */
export function registerChatDashboard(serve: ServeDashboard, database: Database): void {
  serve(dashboardRoutes.listConversations, async ({ caller, input: { query } }) => {
    const after = query.cursor ? conversationCursor.decode(query.cursor) : undefined;
    const limit = shownAtOnce + 1;
    const rows = await listConversations(database, caller, { keyId: query.keyId, limit, after });
    const shown = rows.slice(0, shownAtOnce);
    const last = rows.length > shownAtOnce ? shown.at(-1) : undefined;
    return {
      conversations: shown.map(toConversation),
      nextCursor: last
        ? conversationCursor.encode([last.exact_last_at, last.key_id, last.sdk_unique_id])
        : null,
    };
  });

  serve(dashboardRoutes.searchConversations, async ({ caller, input: { query } }) => {
    const { text, keyId, cursor } = query;
    if (!(await hasWords(database, text))) return { found: [], nextCursor: null };
    const after = cursor ? recordCursor.decode(cursor) : undefined;
    const { rows, next } = await searchRecords(database, caller, {
      text,
      keyId,
      limit: shownAtOnce,
      after,
    });
    return {
      found: rows.map((row) => ({
        id: row.record_id,
        keyId: row.key_id,
        keyName: row.key_name,
        sdkUniqueId: row.sdk_unique_id,
        createdAt: row.created_at.toISOString(),
        model: row.model,
        question: row.question,
        excerpt: row.excerpt,
        cursor: recordCursor.encode([row.exact_created_at, lastRecordId]),
      })),
      nextCursor: next && recordCursor.encode(next),
    };
  });

  serve(dashboardRoutes.readConversation, async ({ caller, input: { params, query } }) => {
    const { accountId } = caller;
    const conversation = await getConversation(caller, params.keyId, query.sdkUniqueId);
    const [createdAt, recordId] = query.cursor ? recordCursor.decode(query.cursor) : [];
    const rows = await listRecordsAfter(
      database,
      { accountId, keyId: params.keyId, sdkUniqueId: query.sdkUniqueId ?? null },
      createdAt && recordId ? { createdAt, recordId } : undefined,
      shownAtOnce + 1,
      { isNewestFirst: true },
    );
    const shown = rows.slice(0, shownAtOnce);
    const last = rows.length > shownAtOnce ? shown.at(-1) : undefined;
    return {
      conversation: toConversation(conversation),
      records: shown.map((row) => ({
        id: row.record_id,
        createdAt: row.created_at.toISOString(),
        model: row.model,
        question: row.question,
        answer: row.answer,
        credits: row.charged === null ? null : toCredits(row.charged),
      })),
      nextCursor: last ? recordCursor.encode([last.exact_created_at, last.record_id]) : null,
    };
  });

  serve(dashboardRoutes.exportConversation, async ({ caller, input, answerHeaders, signal }) => {
    const { accountId } = caller;
    const { sdkUniqueId, format } = input.query;
    const { key_name } = await getConversation(caller, input.params.keyId, sdkUniqueId);
    const exported = {
      accountId,
      keyId: input.params.keyId,
      keyName: key_name,
      sdkUniqueId: sdkUniqueId ?? null,
    };
    return sendExport([exported], format, "conversation", { answerHeaders, signal });
  });

  serve(dashboardRoutes.exportConversations, async ({ caller, input, answerHeaders, signal }) => {
    const keys = await listRememberingKeys(database, caller);
    const exported = keys.map((key) => ({ ...key, accountId: caller.accountId }));
    return sendExport(exported, input.query.format, "conversations", { answerHeaders, signal });
  });

  serve(dashboardRoutes.deleteConversation, async ({ caller, input: { params, query } }) => {
    const { accountId } = caller;
    await getConversation(caller, params.keyId, query.sdkUniqueId);
    const sdkUniqueId = query.sdkUniqueId ?? null;
    return { deleted: await deleteRecords(database, { accountId, keyId: params.keyId, sdkUniqueId }) };
  });

  serve(dashboardRoutes.deleteConversations, async ({ caller }) => {
    let deleted = 0;
    for (const { keyId } of await listRememberingKeys(database, caller)) {
      deleted += await deleteRecords(database, { accountId: caller.accountId, keyId });
    }
    return { deleted };
  });

  async function getConversation(reader: ConversationReader, keyId: string, sdkUniqueId: string | undefined) {
    const found = await findConversation(database, reader, keyId, sdkUniqueId ?? null);
    if (!found) throw new AppError("not_found", "There is no such conversation. It may have been deleted.");
    return found;
  }

  function sendExport(
    conversations: ExportedConversation[],
    format: "json" | "markdown",
    name: string,
    { answerHeaders, signal }: { answerHeaders: Record<string, string>; signal: AbortSignal },
  ): StreamAnswer {
    const [ending, contentType, write] =
      format === "json"
        ? (["json", "application/json; charset=utf-8", writeConversationsJson] as const)
        : (["md", "text/markdown; charset=utf-8", writeConversationsMarkdown] as const);
    answerHeaders["content-disposition"] = `attachment; filename="${name}.${ending}"`;
    return new StreamAnswer(contentType, write(database, conversations, signal));
  }
}

function toConversation(row: ConversationRow): Conversation {
  return {
    keyId: row.key_id,
    keyName: row.key_name,
    sdkUniqueId: row.sdk_unique_id === "" ? null : row.sdk_unique_id,
    records: row.records,
    lastAt: row.last_at.toISOString(),
    question: row.question,
  };
}
