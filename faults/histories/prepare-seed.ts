import { setTimeout as sleep } from "node:timers/promises";
import { findProgress, queueCollection } from "@mintwright/test-harness";
import { chainId, type Installation } from "./installation.ts";
import { publicUrl } from "./owners.ts";
import type { PlannedOperation } from "./plan-operations.ts";
import type { Preparation } from "./run-operations.ts";

/** Generated tokens that no seed has minted yet, by account. */
export type TokenStock = Map<number, { collectionId: string; ids: number[] }>;

const stockedTokens = 12;
const patienceInMs = 60_000;

/** Prepares what a seed uses up: a voucher, tokens to mint and free places for keys. Nothing is broken meanwhile. */
export async function prepareSeed(
  installation: Installation,
  stock: TokenStock,
  seed: number,
  operations: readonly PlannedOperation[],
): Promise<Preparation> {
  const { database, owners, apiUrls, receiver } = installation;
  // An owner may redeem 20 codes in a quarter of an hour and have 100 keys.
  await database.query("delete from attempt_window");
  await database.query(
    "update api_key set revoked_at = now() where kind = 'owner' and revoked_at is null and key_id <> all($1::uuid[])",
    [owners.map(({ keyId }) => keyId)],
  );
  const response = await fetch(`${apiUrls[0]}/dashboard/api/operator/vouchers`, {
    method: "POST",
    headers: { origin: publicUrl, cookie: owners[0]?.cookie ?? "", "content-type": "application/json" },
    body: JSON.stringify({ credits: 7, note: `history ${seed}`, expiresAt: null }),
  });
  if (response.status !== 200) throw new Error(`no voucher was created: ${await response.text()}`);
  const { code } = (await response.json()) as { code: string };
  const mintable = new Map<number, { collectionId: string; ids: number[] }>();
  for (const operation of operations) {
    if (operation.kind !== "mint") continue;
    const { account, tokens } = operation;
    let found = stock.get(account);
    if (!found || found.ids.length < tokens) {
      found = await stockTokens(installation, account);
      stock.set(account, found);
    }
    mintable.set(operation.id, { collectionId: found.collectionId, ids: found.ids.splice(0, tokens) });
  }
  return { voucherCode: code, mintable, webhookUrl: receiver.url };
}

/** Generates tokens to mint. Their files are deleted: minting needs only their rows, and the store is small. */
async function stockTokens({ apiUrls, owners, objects }: Installation, account: number) {
  const { key = "" } = owners[account] ?? {};
  const url = apiUrls[0] as string;
  const collectionId = await queueCollection(url, key, { amount: stockedTokens, chainId });
  const deadline = Date.now() + patienceInMs;
  for (;;) {
    const progress = await findProgress(url, key, collectionId);
    if (progress?.status === "completed") {
      await objects.delete((await objects.list()).filter((name) => name.includes(collectionId)));
      return { collectionId, ids: Array.from({ length: stockedTokens }, (_, index) => index + 1) };
    }
    if (Date.now() > deadline)
      throw new Error(`the tokens to mint were not generated: ${JSON.stringify(progress)}`);
    await sleep(100);
  }
}
