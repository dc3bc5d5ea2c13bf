import type { Operations } from "@mintwright/api-contract";
import { RawAnswer, type ServeOperation } from "../../serving/operation-context.ts";
import { listChains } from "./chain-list.ts";

/** Serves the list of chains. It never changes while the process lives, so it is written once. */
export function registerChainRoutes(
  serve: ServeOperation,
  operations: Operations,
  contracts: readonly { chainId: number; address: string }[],
): void {
  const write = (withTestNetworks: boolean) =>
    RawAnswer.json(Buffer.from(JSON.stringify({ chains: listChains({ withTestNetworks, contracts }) })));
  const mainnets = write(false);
  const allChains = write(true);
  serve(operations.getChains, async ({ input }) => (input.query.testNet ? allChains : mainnets));
}
