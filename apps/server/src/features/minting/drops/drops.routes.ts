import { imageUrls, type Operation, type Operations } from "@mintwright/api-contract";
import type { FastifyInstance } from "fastify";
import type { DropReader, Hex } from "../../../engines/chain/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import { toRoutePath } from "../../../serving/operation-context.ts";
import { findChainName, findCurrency } from "../chain-list.ts";
import { DropNotFoundError } from "./drops.errors.ts";
import { findProof, findPublicDrop, listFirstObjects } from "./drops.repository.ts";
import { createRecentReads } from "./recent-reads.ts";

const thumbnailsShown = 8;
/** Visitors share what was read from the chain this long, so that a busy page does not flood the operator's node. */
const keptInMs = 2_000;

export interface DropRoutesParts {
  database: Database;
  chains: ReadonlyMap<number, DropReader>;
  /** Where images are served; "" for URLs without an origin. */
  publicUrl: string;
}

/** Serves drops to everybody: what they answer is public on the chain. */
export function registerDropRoutes(
  app: FastifyInstance,
  { getDrop, getDropWallet }: Operations,
  { database, chains, publicUrl }: DropRoutesParts,
): void {
  const recent = createRecentReads(keptInMs);

  async function readDrop(chainId: number, address: string) {
    const row = await findPublicDrop(database, chainId, address);
    const chain = chains.get(chainId);
    if (!row?.address || !chain) throw new DropNotFoundError();
    const contract = row.address as Hex;
    const state = await recent.read(`${chainId} ${contract}`, () => chain.readState(contract));
    return {
      row,
      chain,
      contract,
      state,
      key: { accountId: row.account_id, collectionId: row.collection_id },
    };
  }

  serve(getDrop, "Drop", async ({ chainId, address }) => {
    const { row, state, key } = await readDrop(chainId, address);
    const objects = await listFirstObjects(database, key, thumbnailsShown);
    const { price, startsAt, maxPerWallet, allowList } = state.terms;
    return {
      chainId,
      chainName: findChainName(chainId),
      address: row.address ?? address,
      name: row.name,
      symbol: row.symbol,
      description: row.description,
      currency: findCurrency(chainId),
      supply: row.supply,
      claimed: state.claimed,
      terms: {
        price: String(price),
        startsAt: startsAt?.toISOString() ?? null,
        maxPerWallet,
        hasAllowList: allowList !== null,
      },
      thumbnails: objects.map((object) => imageUrls(publicUrl, object).thumbnail),
    };
  });

  serve(getDropWallet, "Wallet", async ({ chainId, address, wallet }) => {
    const { chain, contract, state, key } = await readDrop(chainId, address);
    const claimed = await recent.read(`${chainId} ${contract} ${wallet.toLowerCase()}`, () =>
      chain.readClaims(contract, wallet as Hex),
    );
    const { allowList } = state.terms;
    const proof = allowList === null ? undefined : await findProof(database, key, allowList, wallet);
    return { wallet, claimed, isAllowed: allowList === null || proof !== undefined, proof: proof ?? [] };
  });

  function serve<Params, Data>(
    operation: Operation<undefined, undefined, Params, { status: true; message: string; data: Data }>,
    message: string,
    read: (params: Params) => Promise<Data>,
  ): void {
    app.route({
      method: "GET",
      url: toRoutePath(operation.path),
      config: { operationId: operation.id },
      handler: async (request, reply) => {
        reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
        const params = operation.params?.safeParse(request.params).data;
        if (!params) throw new DropNotFoundError();
        return reply.send({ status: true, message, data: await read(params) });
      },
    });
  }
}
