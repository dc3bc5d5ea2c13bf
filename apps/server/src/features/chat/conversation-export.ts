import { toCredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { type ChargedRow, type HistoryFilter, listRecordsAfter } from "./history.repository.ts";

const readAtOnce = 200;

export interface ExportedConversation extends HistoryFilter {
  keyName: string | null;
}

/** Reads all records of a conversation or key, oldest first, page by page. */
export async function* readRecords(
  database: Database,
  filter: HistoryFilter,
  signal: AbortSignal,
): AsyncGenerator<ChargedRow> {
  let after: { createdAt: string; recordId: string } | undefined;
  for (;;) {
    signal.throwIfAborted();
    const rows = await listRecordsAfter(database, filter, after, readAtOnce);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < readAtOnce) return;
    after = { createdAt: last.exact_created_at, recordId: last.record_id };
  }
}

/** Streams conversations as one JSON array without buffering them. */
export async function* writeConversationsJson(
  database: Database,
  conversations: readonly ExportedConversation[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  let separator = "[\n";
  for (const { keyName, ...filter } of conversations) {
    for await (const row of readRecords(database, filter, signal)) {
      yield `${separator}${JSON.stringify({
        id: row.record_id,
        key: keyName,
        sdkUniqueId: row.sdk_unique_id,
        model: row.model,
        createdAt: row.created_at.toISOString(),
        question: row.question,
        answer: row.answer,
        credits: row.charged === null ? null : toCredits(row.charged),
      })}`;
      separator = ",\n";
    }
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

export async function* writeConversationsMarkdown(
  database: Database,
  conversations: readonly ExportedConversation[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const { keyName, ...filter } of conversations) {
    yield `# ${toLine(keyName ?? "Deleted key")}\n`;
    for await (const row of readRecords(database, filter, signal)) {
      const where = row.sdk_unique_id === null ? "" : ` · ${toLine(row.sdk_unique_id)}`;
      const question = row.question.replaceAll(/^/gm, "> ");
      yield `\n## ${row.created_at.toISOString()}${where}\n\n${question}\n\n${row.answer}\n`;
    }
    yield "\n";
  }
}

function toLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
