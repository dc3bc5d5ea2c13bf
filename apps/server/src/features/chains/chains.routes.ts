import type { Operations } from "@mintwright/api-contract";
import type { ServeOperation } from "../../platform/operation-context.ts";
import { listChains } from "./chain-list.ts";

/** Serves the list of chains. */
export function registerChainRoutes(serve: ServeOperation, operations: Operations): void {
  serve(operations.getChains, async ({ input }) => ({
    chains: listChains({ withTestNetworks: input.query.testNet }),
  }));
}
