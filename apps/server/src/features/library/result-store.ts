import { randomUUID } from "node:crypto";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { KeptFor } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import type { ResultDraft } from "../../serving/operation-context.ts";
import { isStoredByKey } from "./library.repository.ts";
import { createThumbnail, fileOf, thumbnailOf } from "./library-files.ts";
import { insertItems, type Payer } from "./reserve-items.repository.ts";

const maxTitleCharacters = 120;
const maxPromptCharacters = 4_000;

type Reserved =
  | { itemIds: string[]; keptUntil: Date | null; problem?: never }
  /** Why nothing was stored, as a warning for the caller. */
  | { problem: string };

/** Stores results of paid calls in the library. */
export interface ResultStore {
  isStoredByKey(accountId: string, keyId: string): Promise<boolean>;
  /** Reserves results until their charge is captured. Never throws: the caller has paid for the answer, not for storage. */
  reserve(payer: Payer, create: () => Promise<ResultDraft[]>): Promise<Reserved>;
}

export function createResultStore({
  database,
  store,
  libraryDays,
  logger,
}: {
  database: Database;
  store: ObjectStore;
  libraryDays: KeptFor;
  logger: Logger;
}): ResultStore {
  async function reserve(payer: Payer, drafts: ResultDraft[]): Promise<Reserved> {
    const { accountId } = payer;
    const results = await Promise.all(drafts.map(prepare));
    const reserved = await insertItems(
      database,
      payer,
      results.map(({ item }) => item),
      libraryDays,
    );
    if ("bytesLeft" in reserved) return { problem: describeFullStorage(results, reserved.bytesLeft) };
    for (const { item, body, thumbnail } of results) {
      await store.put(fileOf(accountId, item.itemId), body);
      if (thumbnail) await store.put(thumbnailOf(accountId, item.itemId), thumbnail);
    }
    return { itemIds: results.map(({ item }) => item.itemId), keptUntil: reserved.keptUntil };
  }

  return {
    isStoredByKey: (accountId, keyId) => isStoredByKey(database, accountId, keyId),
    async reserve(payer, create) {
      try {
        return await reserve(payer, await create());
      } catch (error) {
        const { accountId, requestId } = payer;
        logger.error({ error, accountId, requestId }, "library item not stored, answer delivered without it");
        return { problem: "The result could not be stored in the library. Keep a copy of this answer." };
      }
    },
  };
}

async function prepare({ body, title, prompt, ...draft }: ResultDraft) {
  const thumbnail = draft.kind === "image" ? await createThumbnail(body) : undefined;
  const item = {
    ...draft,
    itemId: randomUUID(),
    title: toStoredText(title, maxTitleCharacters),
    prompt: toStoredText(prompt, maxPromptCharacters),
    bytes: body.byteLength + (thumbnail?.byteLength ?? 0),
  };
  return { item, body, thumbnail };
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair, and a cut may leave one. */
function toStoredText(text: string, maxCharacters: number): string {
  return text.replaceAll("\0", "").slice(0, maxCharacters).toWellFormed().trim();
}

function describeFullStorage(results: { item: { bytes: number } }[], bytesLeft: number): string {
  const bytes = results.reduce((sum, { item }) => sum + item.bytes, 0);
  return `The result was not stored in the library: it has ${bytes} bytes and the account's storage has ${bytesLeft} left. Keep a copy of this answer, and delete items or ask the operator for a higher limit (storedBytes).`;
}
