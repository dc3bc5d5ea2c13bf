import { randomBytes, randomUUID } from "node:crypto";
import type { AuditReport } from "@mintwright/api-contract";
import { z } from "zod";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { KeptFor } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import { FileNotFoundError, ItemNotFoundError, LibraryFullError } from "./library.errors.ts";
import {
  deleteItem,
  findItem,
  type LibraryFilter,
  type LibraryRow,
  listItems,
  revokeShare,
  setFavourite,
  shareItem,
} from "./library.repository.ts";
import { fileOf, thumbnailOf } from "./library-files.ts";
import { findDeployment, insertItems } from "./reserve-items.repository.ts";

const cursorForm = createPageCursor(z.tuple([exactMoment, z.uuid()]));
const tokenBytes = 32;
const exportedPerPage = 100;

export interface DeploymentRecord {
  name: string;
  chainId: number;
  address: string;
  transactionHash: string;
  deployer: string;
  contractItemId?: string | undefined;
}

export type LibraryService = ReturnType<typeof createLibraryService>;

export function createLibraryService({
  database,
  store,
  libraryDays,
  logger,
}: {
  database: Database;
  store: ObjectStore;
  libraryDays: KeptFor;
  logger: Logger;
}) {
  async function get(accountId: string, itemId: string): Promise<LibraryRow> {
    const row = await findItem(database, accountId, itemId);
    if (!row) throw new ItemNotFoundError();
    return row;
  }

  async function change(accountId: string, itemId: string, isChanged: Promise<boolean>): Promise<LibraryRow> {
    if (!(await isChanged)) throw new ItemNotFoundError();
    return get(accountId, itemId);
  }

  async function getFile({ account_id, item_id, content_type }: LibraryRow): Promise<Buffer> {
    const file = content_type === null ? undefined : await store.get(fileOf(account_id, item_id));
    if (!file) throw new FileNotFoundError();
    return file;
  }

  return {
    get,

    async list(
      accountId: string,
      filter: LibraryFilter,
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<{ rows: LibraryRow[]; nextCursor: string | null }> {
      const after = cursor === undefined ? undefined : cursorForm.decode(cursor);
      const rows = await listItems(database, accountId, filter, { limit: limit + 1, after });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      const nextCursor = last ? cursorForm.encode([last.exact_created_at, last.item_id]) : null;
      return { rows: rows.slice(0, limit), nextCursor };
    },

    getFile,

    async readAudit(accountId: string, itemId: string): Promise<{ report: AuditReport }> {
      const row = await get(accountId, itemId);
      if (row.kind !== "audit") throw new ItemNotFoundError();
      return JSON.parse((await getFile(row)).toString());
    },

    async getThumbnail({ account_id, item_id, kind }: LibraryRow): Promise<Buffer> {
      const file = kind === "image" ? await store.get(thumbnailOf(account_id, item_id)) : undefined;
      if (!file) throw new FileNotFoundError();
      return file;
    },

    setFavourite: (accountId: string, itemId: string, isFavourite: boolean) =>
      change(accountId, itemId, setFavourite(database, accountId, itemId, isFavourite)),

    share: (accountId: string, itemId: string) => {
      const token = randomBytes(tokenBytes).toString("base64url");
      return change(accountId, itemId, shareItem(database, accountId, itemId, token));
    },

    revokeShare: (accountId: string, itemId: string) =>
      change(accountId, itemId, revokeShare(database, accountId, itemId)),

    async delete(accountId: string, itemId: string): Promise<void> {
      if (!(await deleteItem(database, accountId, itemId))) throw new ItemNotFoundError();
      try {
        for (const nameOf of [fileOf, thumbnailOf]) await store.delete(nameOf(accountId, itemId));
      } catch (error) {
        logger.warn({ error, itemId }, "library file not deleted, the next clean-up will delete it");
      }
    },

    async recordDeployment(
      { accountId, keyId, requestId }: { accountId: string; keyId: string; requestId: string },
      { contractItemId, ...deployed }: DeploymentRecord,
    ): Promise<LibraryRow> {
      if (contractItemId) await get(accountId, contractItemId);
      const known = await findDeployment(database, accountId, deployed);
      if (known) return get(accountId, known);
      const details = { ...deployed, contractItemId: contractItemId ?? null };
      const item = {
        ...{ itemId: randomUUID(), kind: "deployment" as const, title: deployed.name, details },
        ...{ prompt: deployed.address, model: null, price: 0, contentType: null },
        bytes: Buffer.byteLength(JSON.stringify(details)),
      };
      const payer = { accountId, keyId, requestId, holdId: null };
      const stored = await insertItems(database, payer, [item], libraryDays);
      if ("bytesLeft" in stored) throw new LibraryFullError(stored.bytesLeft);
      return get(accountId, (await findDeployment(database, accountId, deployed)) ?? item.itemId);
    },

    /** Reads every item of the account, newest first. */
    async *readAll(accountId: string, signal: AbortSignal): AsyncGenerator<LibraryRow> {
      let rows: LibraryRow[] = [];
      do {
        const last = rows.at(-1);
        const after = last && ([last.exact_created_at, last.item_id] as [string, string]);
        rows = await listItems(database, accountId, {}, { limit: exportedPerPage, after });
        yield* rows;
      } while (rows.length === exportedPerPage && !signal.aborted);
    },
  };
}
