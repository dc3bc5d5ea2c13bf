import type { Operations } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";
import { deleteSavedContext, findSavedContext, saveContext } from "./saved-context.repository.ts";

export function registerSavedContextRoutes(
  serve: ServeOperation,
  operations: Operations,
  database: Database,
): void {
  serve(operations.getSavedContext, async ({ caller }) => {
    const context = await findSavedContext(database, caller.accountId, caller.keyId);
    const message = context ? "Context saved for this key" : "No context is saved for this key";
    return { status: true as const, message, data: { context: context ?? null } };
  });

  serve(operations.putSavedContext, async ({ caller, input }) => {
    await saveContext(database, caller.accountId, caller.keyId, input.body);
    return { status: true as const, message: "Context saved for this key", data: { context: input.body } };
  });

  serve(operations.deleteSavedContext, async ({ caller }) => {
    await deleteSavedContext(database, caller.accountId, caller.keyId);
    return { status: true as const, message: "No context is saved for this key", data: { context: null } };
  });
}
