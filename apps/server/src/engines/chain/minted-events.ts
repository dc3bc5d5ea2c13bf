import { isAddressEqual, type Log, parseEventLogs } from "viem";
import type { Hex, MintReceipt } from "./chain.ts";
import { collectionAbi } from "./collection-contract.ts";

/** Reads the arguments of an NFTMinted event. */
export function readMinted(args: unknown): MintReceipt["minted"][number] {
  const { to, tokenId, tokenURI } = args as { to: Hex; tokenId: bigint; tokenURI: string };
  return { to, tokenId, tokenUri: tokenURI };
}

/** Lists the tokens that a contract minted, in their order, from the logs of a transaction. */
export function parseMinted(logs: Log[], contract: Hex): MintReceipt["minted"] {
  const own = logs.filter(({ address }) => isAddressEqual(address, contract));
  return parseEventLogs({ abi: collectionAbi, eventName: "NFTMinted", logs: own }).map(({ args }) =>
    readMinted(args),
  );
}
