import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { blocksBeforeSigning } from "./find-mined.ts";
import { type ForgottenMint, findUnknownHashes, keepForgottenMint } from "./forgotten-mints.repository.ts";
import { findCheckedBlock, followChain } from "./mint-signers.repository.ts";

/** Nodes limit how many blocks one query of events may cover. */
const blocksPerRead = 2_000n;
/** How far to look back for a wallet that the database has no mint of. */
const blocksOfUnknownWallet = 20_000n;

/** What a check of a wallet needs. */
export interface ReconcileParts {
  database: Database;
  chain: MintingChain;
  logger: Logger;
}

/**
 * Compares a wallet with its chain: records the mints that the database has no transaction of, and continues with the
 * chain's nonce. Call it when the chain is ahead of the database, as after a failover that lost commits.
 */
export async function reconcileWallet(
  { database, chain, logger }: ReconcileParts,
  { fromBlock }: { fromBlock?: bigint | undefined } = {},
): Promise<ForgottenMint[]> {
  const head = await chain.getBlockNumber();
  const minedCount = await chain.countTransactions();
  const checkedBlock = await findCheckedBlock(database, chain);
  const start = fromBlock ?? (checkedBlock ?? head - blocksOfUnknownWallet) - blocksBeforeSigning;
  const found: ForgottenMint[] = [];
  for (let first = start > 0n ? start : 0n; first <= head; first += blocksPerRead) {
    const last = first + blocksPerRead - 1n < head ? first + blocksPerRead - 1n : head;
    found.push(...(await findForgotten(database, chain, first, last)));
  }
  for (const mint of found) {
    await keepForgottenMint(database, chain, mint);
    const { hash, tokenId, nonce, to, tokenUri } = mint;
    logger.warn(
      { chainId: chain.chainId, hash, tokenId, nonce, to, tokenUri },
      "mint found on the chain that the database forgot, its token will not be minted again",
    );
  }
  await followChain(database, chain, { minedCount, block: head });
  return found;
}

async function findForgotten(
  database: Database,
  chain: MintingChain,
  first: bigint,
  last: bigint,
): Promise<ForgottenMint[]> {
  // Asked twice: behind a load balancer a replica that lags answers without the newest blocks.
  const events = [...(await chain.listMints(first, last)), ...(await chain.listMints(first, last))];
  const byToken = new Map(events.map((event) => [event.tokenId, event]));
  const unknown = new Set(await findUnknownHashes(database, [...new Set(events.map(({ hash }) => hash))]));
  const found: ForgottenMint[] = [];
  for (const event of byToken.values()) {
    if (!unknown.has(event.hash)) continue;
    const nonce = await chain.findOwnNonce(event.hash);
    if (nonce !== undefined) found.push({ ...event, tokenId: String(event.tokenId), nonce });
  }
  return found;
}
