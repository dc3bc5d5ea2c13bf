import { headerNames } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import type { ResultStore } from "../features/library/index.ts";
import type { ResultDraft } from "../serving/operation-context.ts";
import type { Admitted, Charge } from "./charge.ts";
import { hasPreference } from "./dry-run.ts";

export type { ResultStore } from "../features/library/index.ts";

interface StoringCall {
  admission: Admitted;
  charge: Charge | undefined;
  request: FastifyRequest;
  warnings: Set<string>;
  results: ResultStore;
}

/** Reserves the results of a paid call in the library. The answer's headers say until when they are kept. */
export async function storeResults(
  { admission, charge, request, warnings, results }: StoringCall,
  answerHeaders: Record<string, string>,
  create: () => Promise<ResultDraft[]>,
): Promise<void> {
  if (!charge || charge.amount === 0) return;
  const { accountId, keyId, holdId } = admission;
  const isPreferred = hasPreference(request, "store");
  if (!isPreferred && !(await results.isStoredByKey(accountId, keyId))) return;
  const payer = { accountId, keyId, holdId, requestId: request.id };
  const reserved = await results.reserve(payer, create);
  if (reserved.problem !== undefined) {
    warnings.add(reserved.problem);
    return;
  }
  charge.keepResults();
  answerHeaders[headerNames.libraryItem] = reserved.itemIds.join(", ");
  answerHeaders[headerNames.libraryKeptUntil] = reserved.keptUntil?.toISOString() ?? "forever";
  if (isPreferred) answerHeaders["preference-applied"] = "store";
}
