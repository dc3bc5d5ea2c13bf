import type { OwnedDrop } from "@mintwright/api-contract/dashboard";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import type { ContractTerms } from "./own-drop.ts";

/** Connects the owner's wallet, then sends the terms that `prepare` returns. */
export async function sendTerms(
  { chainId, address }: OwnedDrop,
  prepare: () => Promise<Partial<ContractTerms>>,
): Promise<void> {
  const [{ connect }, { changeTerms }] = await Promise.all([
    import("./drop-contract.ts"),
    import("./own-drop.ts"),
  ]);
  const wallet = await connect(await chooseWallet(), chainId);
  await changeTerms(wallet, String(address), await prepare());
}
