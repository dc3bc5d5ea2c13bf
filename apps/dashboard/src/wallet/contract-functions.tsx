import { useMutation } from "@tanstack/react-query";
import type { AbiFunction } from "viem";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/states.tsx";
import { chooseWallet } from "./choose-wallet.ts";
import { type AbiError, ContractFunction } from "./contract-function.tsx";
import { explainWalletError } from "./explain-wallet-error.ts";
import { openOnChain } from "./open-on-chain.ts";

/** Reads and calls the functions of a deployed contract through the user's wallet. */
export function ContractFunctions({
  abi,
  address,
  chainId,
}: {
  abi: readonly unknown[];
  address: string;
  chainId: number;
}) {
  const connect = useMutation({
    mutationFn: async () => {
      try {
        return await openOnChain(await chooseWallet(), chainId);
      } catch (error) {
        throw new Error(explainWalletError(error));
      }
    },
  });
  // Custom errors are decoded with the call that reverts.
  const errors = (abi as AbiError[]).filter(({ type }) => type === "error");
  const functions = (abi as AbiFunction[]).filter(({ type }) => type === "function");
  const isRead = ({ stateMutability }: AbiFunction) =>
    stateMutability === "view" || stateMutability === "pure";
  const groups = [
    ["Read", functions.filter(isRead)],
    ["Write", functions.filter((each) => !isRead(each))],
  ] as const;
  const open = connect.data;
  return (
    <div className="flex flex-col gap-4 p-4">
      {!open && (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="main" isBusy={connect.isPending} onClick={() => connect.mutate()}>
            Connect wallet
          </Button>
          <span className="text-muted text-xs">Your wallet reads the chain and signs what you send.</span>
        </div>
      )}
      {connect.error && <Failure error={connect.error} />}
      {open && (
        <p className="min-w-0">
          <span className="block text-muted text-xs">Wallet</span>
          <span className="numbers block break-all text-xs">{open.account}</span>
        </p>
      )}
      {groups.map(([title, listed]) => (
        <section key={title} className="flex flex-col gap-2">
          <h3>{title}</h3>
          <ul className="divide-y divide-line rounded-md border border-line">
            {listed.map((each) => (
              <li key={`${each.name}(${each.inputs.map(({ type }) => type).join()})`}>
                <ContractFunction
                  item={each}
                  errors={errors}
                  address={address}
                  wallet={open}
                  isRead={title === "Read"}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
