import { dashboardRoutes, type OwnedDrop } from "@mintwright/api-contract/dashboard";
import type { DropReader, DropState, Hex } from "../../../engines/chain/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/logging.ts";
import type { ServeDashboard } from "../../../serving/dashboard-context.ts";
import { findCurrency } from "../chain-list.ts";
import { countAllowedWallets, type DropRow } from "./drops.repository.ts";
import type { DropService } from "./drops.service.ts";

export interface DropsDashboardParts {
  database: Database;
  drops: DropService;
  chains: ReadonlyMap<number, DropReader>;
  logger: Logger;
}

/** Serves the claim page of a collection to its owner. */
export function registerDropsDashboard(
  serve: ServeDashboard,
  { database, drops, chains, logger }: DropsDashboardParts,
): void {
  /** A node that is away leaves the owner with what the database has. */
  const orWithout = <Answer>(chainId: number, asked: Promise<Answer>): Promise<Answer | undefined> =>
    asked.catch((error) => {
      logger.warn({ error, chainId }, "drop not read from the chain, will retry");
      return undefined;
    });

  serve(dashboardRoutes.getOwnDrop, async ({ caller: { accountId }, input: { params } }) => {
    const key = { accountId, collectionId: params.collectionId };
    const collection = await drops.getOwn(key);
    const { chainId } = collection;
    const currency = findCurrency(chainId);
    const drop = await drops.find(key);
    if (!drop) return { drop: null, obstacle: await drops.findObstacle(collection), currency };
    const state =
      drop.address && (await orWithout(chainId, readState(chains.get(chainId), drop.address as Hex)));
    const root = state ? state.terms.allowList : drop.allow_list;
    const wallets = root ? await countAllowedWallets(database, key, root) : 0;
    const allowList = root ? { wallets: wallets || null } : null;
    return { drop: describeDrop(drop, allowList, state || undefined), obstacle: null, currency };
  });

  serve(dashboardRoutes.prepareDrop, ({ caller: { accountId }, input: { params, body } }) =>
    drops.prepare({ accountId, collectionId: params.collectionId }, body),
  );

  serve(dashboardRoutes.reportDropDeployment, async ({ caller: { accountId }, input: { params, body } }) => {
    await drops.reportDeployment({ accountId, collectionId: params.collectionId }, body.hash);
    return { isKept: true };
  });

  serve(dashboardRoutes.storeDropAllowList, async ({ caller: { accountId }, input: { params, body } }) => ({
    root: await drops.storeAllowList({ accountId, collectionId: params.collectionId }, body.allowList),
  }));
}

async function readState(chain: DropReader | undefined, address: Hex): Promise<DropState | undefined> {
  return chain?.readState(address);
}

function describeDrop(
  row: DropRow,
  allowList: OwnedDrop["terms"]["allowList"],
  state: DropState | undefined,
): OwnedDrop {
  const terms = state?.terms ?? {
    price: row.price,
    startsAt: row.starts_at,
    maxPerWallet: row.max_per_wallet,
  };
  return {
    state: row.address ? "open" : row.hash ? "deploying" : "prepared",
    chainId: row.chain_id,
    currency: findCurrency(row.chain_id),
    owner: row.owner,
    name: row.name,
    symbol: row.symbol,
    tokenName: row.token_name,
    description: row.description,
    royaltyPercent: row.royalty_basis_points / 100,
    supply: row.supply,
    baseUri: row.base_uri,
    hash: row.hash,
    address: row.address,
    terms: {
      price: String(terms.price),
      startsAt: terms.startsAt?.toISOString() ?? null,
      maxPerWallet: terms.maxPerWallet,
      allowList,
    },
    sale: state ? { claimed: state.claimed, proceeds: String(state.balance) } : null,
  };
}
