import { getAddress, type Hex, parseEventLogs } from "viem";
import type { WalletOnChain } from "../wallet/open-on-chain.ts";
import { abi, explained } from "./drop-contract.ts";

/** Claims tokens and returns their ids. The call is simulated first, so that a refused one costs nothing. */
export function claimTokens(
  { signer, chain, account, returnToChain }: WalletOnChain,
  {
    address,
    count,
    price,
    proof,
  }: { address: string; count: number; price: bigint; proof: readonly string[] },
): Promise<string[]> {
  return explained(async () => {
    const call = {
      address: getAddress(address),
      abi,
      functionName: "claim",
      args: [BigInt(count), proof as Hex[]],
      value: price * BigInt(count),
      account,
    } as const;
    await returnToChain();
    await chain.simulateContract(call);
    const hash = await signer.writeContract({ ...call, chain: null });
    const { status, logs } = await chain.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`Transaction ${hash} was reverted. No token was claimed.`);
    return parseEventLogs({ abi, logs, eventName: "NFTMinted" }).map(({ args }) => String(args.tokenId));
  });
}
