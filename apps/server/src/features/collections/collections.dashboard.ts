import { imageUrls } from "@mintwright/api-contract";
import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { listNewestDescriptions } from "../minting/index.ts";
import type { CollectionService } from "./collections.service.ts";

/** What showing collections needs. */
export interface CollectionsDashboardParts {
  database: Database;
  collections: CollectionService;
  publicUrl: string;
  /** The chains on which the service mints for its callers. */
  mintingChainIds: readonly number[];
  /** Credits for each token that the service mints. */
  mintPrice: number;
}

const descriptionsShown = 20;

/** Serves what the dashboard shows of collections beyond the public operations. */
export function registerCollectionsDashboard(
  serve: ServeDashboard,
  { database, collections, publicUrl, mintingChainIds, mintPrice }: CollectionsDashboardParts,
): void {
  serve(dashboardRoutes.listCollections, ({ caller: { accountId }, input: { query } }) =>
    collections.listWithCovers(accountId, query, (object) => imageUrls(publicUrl, object)),
  );

  serve(dashboardRoutes.getCollection, async ({ caller: { accountId }, input: { params } }) => {
    const { request, ...summary } = await collections.get(accountId, params.collectionId);
    const key = { accountId, collectionId: params.collectionId };
    const descriptions = await listNewestDescriptions(database, key, descriptionsShown);
    return {
      ...summary,
      style: request.style ?? null,
      width: request.width ?? null,
      height: request.height ?? null,
      enhance: request.enhance ?? null,
      traits: request.traits ?? [],
      rules: request.rules ?? [],
      webhookUrl: request.webhookUrl ?? null,
      descriptions: descriptions.map(({ name, description, symbol }) => ({ name, description, symbol })),
      isMintedByService: mintingChainIds.includes(summary.chainId),
      mintPrice,
    };
  });
}
