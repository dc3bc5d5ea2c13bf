import { fromCredits, type Operation, type Operations, toCredits } from "@mintwright/api-contract";
import { type DashboardKeySettings, dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { deleteSavedContext, findSavedContext, saveContext } from "../chat/index.ts";
import { listSpentByKey } from "../credits/index.ts";
import { KeyNotFoundError } from "./keys.errors.ts";
import { listKeys } from "./keys.repository.ts";
import { changeApiKey, createApiKey, replaceApiKey, revokeApiKey } from "./keys.service.ts";

const done = { done: true as const };

/** Serves the account's keys and what the assistant knows for each. */
export function registerKeysDashboard(
  serve: ServeDashboard,
  { database, cell, operations }: { database: Database; cell: string; operations: Operations },
): void {
  const offered = Object.values(operations as Record<string, Operation>)
    .filter(({ auth }) => auth === "key")
    .map(({ id, tag, summary }) => ({ id, tag, summary }));
  serve(dashboardRoutes.listKeys, async ({ caller: { accountId } }) => {
    const spent = await listSpentByKey(database, accountId);
    const keys = await listKeys(database, accountId);
    return {
      operations: offered,
      keys: keys.map((key) => ({
        id: key.keyId,
        name: key.name,
        shownPrefix: key.shownPrefix,
        ratePerMinute: key.ratePerMinute,
        allowedOperations: key.allowedOperations,
        monthlyLimit: key.monthlyLimit === null ? null : toCredits(key.monthlyLimit),
        storesResults: key.storesResults,
        expiresAt: key.expiresAt?.toISOString() ?? null,
        createdAt: key.createdAt.toISOString(),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        spentThisMonth: toCredits(spent.get(key.keyId) ?? 0),
        state: key.state,
      })),
    };
  });

  serve(dashboardRoutes.createKey, ({ caller: { accountId }, input }) =>
    createApiKey(database, cell, accountId, toSettings(input.body)),
  );

  serve(dashboardRoutes.changeKey, async ({ caller: { accountId }, input: { params, body } }) => {
    await changeApiKey(database, accountId, params.keyId, toSettings(body));
    return done;
  });

  serve(dashboardRoutes.revokeKey, async ({ caller: { accountId }, input: { params } }) => {
    await revokeApiKey(database, accountId, params.keyId);
    return done;
  });

  serve(dashboardRoutes.replaceKey, ({ caller: { accountId }, input: { params } }) =>
    replaceApiKey(database, cell, accountId, params.keyId),
  );

  serve(dashboardRoutes.getContext, async ({ caller: { accountId }, input: { params } }) => {
    await assertKey(accountId, params.keyId);
    return { context: (await findSavedContext(database, accountId, params.keyId)) ?? null };
  });

  serve(dashboardRoutes.putContext, async ({ caller: { accountId }, input: { params, body } }) => {
    await assertKey(accountId, params.keyId);
    await saveContext(database, accountId, params.keyId, body);
    return { context: body };
  });

  serve(dashboardRoutes.deleteContext, async ({ caller: { accountId }, input: { params } }) => {
    await assertKey(accountId, params.keyId);
    await deleteSavedContext(database, accountId, params.keyId);
    return { context: null };
  });

  async function assertKey(accountId: string, keyId: string): Promise<void> {
    const keys = await listKeys(database, accountId);
    if (!keys.some((key) => key.keyId === keyId.toLowerCase())) throw new KeyNotFoundError(keyId);
  }
}

function toSettings({ expiresAt, monthlyLimit, ...settings }: DashboardKeySettings) {
  return {
    ...settings,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    monthlyLimit: monthlyLimit === null ? null : fromCredits(monthlyLimit),
  };
}
