import { findTool, startMinio } from "@mintwright/test-harness";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readConfig } from "../config/index.ts";
import { plantCollection } from "../features/__fixtures__/index.ts";
import { grantOnce } from "../features/credits/index.ts";
import { createApiKey } from "../features/keys/index.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";
import {
  countOwnedRows,
  fillOwnedTables,
  findMentions,
  listOwnedTables,
  writtenLater,
} from "./__fixtures__/owned-rows.ts";
import { listJobs } from "./compose-worker.ts";

const minio = findTool({ variable: "MINIO", purpose: "deleting an account's files from an S3 bucket" });
const keySettings = { name: "shop", ratePerMinute: null, expiresAt: null };

async function listObjects({ platform }: DashboardFixture): Promise<string[]> {
  const names: string[] = [];
  for await (const name of platform.store.list("")) names.push(name);
  return names.sort();
}

/** Signs somebody up and uses everything that leaves a row or a file. */
async function createOwner(fixture: DashboardFixture) {
  const { database, store } = fixture.platform;
  const before = new Set(await listObjects(fixture));
  const owner = await fixture.signUp();
  const { accountId } = owner;
  await grantOnce(database, {
    accountId,
    grantId: crypto.randomUUID(),
    amount: 10_000,
    note: "test",
    grantedBy: "operator",
  });
  const code = `MINT${Math.floor(Math.random() * 1e9)}`;
  await sql`insert into voucher (code_hash, amount, note) values (sha256(${code}::bytea), 500, 'test')`.execute(
    database,
  );
  expect((await owner.call("POST", "/credits/redeem", { code })).status).toBe(200);
  const { key } = await createApiKey(database, "aa", accountId, keySettings);
  // The second call takes the expired key over, and then no row names the first one's answer.
  for (const call of ["first", "second"]) {
    const generated = await fixture.app.inject({
      method: "POST",
      url: "/nft/generate-image",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": "order", prefer: "store" },
      payload: { prompt: `${call} fox`, model: "velogen", width: 512, height: 512 },
    });
    expect(generated.statusCode, generated.body.slice(0, 300)).toBe(200);
    await sql`update idempotent_answer set expires_at = now() where account_id = ${accountId}`.execute(
      database,
    );
  }
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const { collectionId, images } = await plantCollection(database, store, {
    accountId,
    amount: 2,
    bytesOf: () => png,
  });
  const [image] = images;
  const thumbnail = `/thumbnails/collections/${collectionId}/${image?.number}-${image?.sha256}.webp`;
  expect((await fixture.app.inject({ method: "GET", url: thumbnail })).statusCode).toBe(200);
  const session = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const kept = await fixture.app.inject({
    method: "POST",
    url: "/dashboard/api/references",
    headers: { cookie: session, origin: "http://dashboard.test", "content-type": "image/png" },
    payload: png,
  });
  expect(kept.statusCode, kept.body).toBe(200);
  await fillOwnedTables(database, accountId);
  const objects = (await listObjects(fixture)).filter((name) => !before.has(name));
  const { rows } = await sql<{
    id: string;
  }>`select id from app_user where email = ${owner.email}`.execute(database);
  return { ...owner, userId: rows[0]?.id ?? "", objects };
}

describe.each([
  { kind: "a directory", start: async () => undefined, isSkipped: false },
  { kind: "a bucket", start: () => startMinio(minio ?? ""), isSkipped: !minio },
])("an account whose files are in $kind", ({ start, isSkipped }) => {
  it.skipIf(isSkipped)(
    "leaves no row and no file when it is deleted, and others keep theirs",
    {
      timeout: 120_000,
    },
    async () => {
      const server = await start();
      const fixture = await startDashboard(server ? { STORAGE_DIRECTORY: "", ...server.environment } : {});
      const { database, store, queue, logger, metrics } = fixture.platform;
      onTestFinished(async () => {
        // The planted holds have no entry in the ledger.
        await sql`delete from hold`.execute(database);
        await fixture.close();
        await server?.stop();
      });
      const [owner, other] = [await createOwner(fixture), await createOwner(fixture)];
      const tables = await listOwnedTables(database);
      expect(tables.length).toBeGreaterThan(25);
      expect(Object.keys(await countOwnedRows(database, owner.accountId))).toEqual(tables);
      const folders = new Set(owner.objects.map((name) => name.split("/")[0]));
      expect([...folders].sort()).toEqual(["answers", "collections", "library", "references", "thumbnails"]);
      const countOfOther = async () => {
        const counts = Object.entries(await countOwnedRows(database, other.accountId));
        return counts.filter(([table]) => !writtenLater.includes(table));
      };
      const rowsOfOther = await countOfOther();

      const deletion = { confirmation: "delete my account", password: owner.password };
      expect((await owner.call("POST", "/account/delete", deletion)).status).toBe(200);
      const job = listJobs(readConfig({ DATABASE_URL: "postgres://x" }), database, store).find(
        ({ name }) => name === "delete-files",
      );
      expect(job).toBeDefined();
      await queue.work(job ? [job] : [], { logger, metrics });
      await vi.waitFor(async () => expect(await listObjects(fixture)).toEqual(other.objects), {
        timeout: 30_000,
        interval: 200,
      });
      expect(await countOwnedRows(database, owner.accountId)).toEqual({});
      expect(await findMentions(database, [owner.accountId, owner.userId, owner.email])).toEqual([]);
      expect(await countOfOther()).toEqual(rowsOfOther);
    },
  );
});
