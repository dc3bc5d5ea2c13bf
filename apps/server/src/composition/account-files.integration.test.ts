import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDirectoryStore } from "../engines/storage/index.ts";
import { plantCollection } from "../features/__fixtures__/index.ts";
import { createAccount } from "../features/accounts/index.ts";
import {
  createDeleteFilesJob,
  deleteFilesKind,
  getReference,
  keepReference,
} from "../features/files/index.ts";
import { type Auth, createSignInService } from "../features/sign-in/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../platform/logging.ts";
import { openQueue, type Queue } from "../platform/queue/queue.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { buildFileDeletion } from "./build-files.ts";

const logger = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "mintwright-files-"));
const store = createDirectoryStore(folder);
let cloned: ClonedDatabase;
let queue: Queue;

beforeAll(async () => {
  cloned = await cloneDatabase();
  queue = await openQueue(cloned.database, [deleteFilesKind], { logger, isWorker: true });
});

afterAll(async () => {
  await queue.stop();
  await cloned.close();
  rmSync(folder, { recursive: true, force: true });
});

async function createOwner() {
  const { database } = cloned;
  const accountId = await createAccount(database, `${randomUUID()}@example.com`, 0);
  const { collectionId } = await plantCollection(database, store, { accountId, amount: 3 });
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const reference = await keepReference(store, accountId, image);
  const answer = `answers/${accountId}/${randomUUID()}`;
  await store.put(answer, Buffer.from("a large answer"));
  await sql`
    insert into idempotent_answer (account_id, idempotency_key, fingerprint, hold_id, expires_at, answer_object)
    values (${accountId}, 'k', '', gen_random_uuid(), now(), ${answer})`.execute(database);
  return {
    caller: {
      ...{ accountId, userId: "u", userName: "u@example.com", sessionId: "s" },
      ...{ role: "owner" as const, isOperator: false },
    },
    async countFiles() {
      let files = (await store.get(answer)) ? 1 : 0;
      if (await getReference(store, accountId, reference)) files += 1;
      for await (const _name of store.list(`collections/${collectionId}/`)) files += 1;
      return files;
    },
  };
}

it("deletes the files of a deleted account with it, and of no other", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const signIn = createSignInService(cloned.database, {} as Auth, buildFileDeletion(queue.enqueue));
  await sql`update account set granted = 1, held = 1 where account_id = ${owner.caller.accountId}`.execute(
    cloned.database,
  );
  await expect(signIn.deleteAccount(owner.caller)).rejects.toThrow("unfinished work");
  await sql`update account set granted = 0, held = 0 where account_id = ${owner.caller.accountId}`.execute(
    cloned.database,
  );
  await queue.work([createDeleteFilesJob(store)], {
    logger,
    metrics: createMetrics(),
  });
  await signIn.deleteAccount(owner.caller);
  await vi.waitFor(async () => expect(await owner.countFiles()).toBe(0), { timeout: 15_000, interval: 100 });
  expect(await other.countFiles()).toBe(5);
});

it("keeps an account while a mint of it is signed: its nonce would stay empty and the wallet would stop", async () => {
  const owner = await createOwner();
  const { accountId } = owner.caller;
  const signIn = createSignInService(cloned.database, {} as Auth, buildFileDeletion(queue.enqueue));
  const { collection_id: collectionId } = await cloned.database
    .selectFrom("collection")
    .select("collection_id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  await sql`
    insert into token_mint (account_id, collection_id, number, chain_id, contract, signer, to_address, token_uri, state, nonce)
    values (${accountId}, ${collectionId}, 1, 1, '0x1', '0x2', '0x3', 'ipfs://1', 'signed', 7),
      (${accountId}, ${collectionId}, 2, 1, '0x1', '0x2', '0x3', 'ipfs://2', 'queued', null)`.execute(
    cloned.database,
  );
  await expect(signIn.deleteAccount(owner.caller)).rejects.toMatchObject({
    code: "account_busy",
    message:
      "Tokens of this account are being minted (1). Wait until they are minted or have failed, then delete the account.",
  });
  await sql`update token_mint set state = 'minted', token_id = '1', hash = '0x4' where account_id = ${accountId} and number = 1`.execute(
    cloned.database,
  );
  await signIn.deleteAccount(owner.caller);
  const { rows } = await sql`select 1 from token_mint where account_id = ${accountId}`.execute(
    cloned.database,
  );
  expect(rows).toEqual([]);
});

it("takes no job that would delete more than one folder", () => {
  for (const prefix of ["", "collections/", "collections", "answers/", "thumbnails/", `news/${randomUUID()}`])
    expect(deleteFilesKind.payload.safeParse({ prefix }).success).toBe(false);
});
