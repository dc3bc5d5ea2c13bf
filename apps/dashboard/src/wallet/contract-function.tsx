import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Abi, type AbiFunction, getAddress } from "viem";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { readCoins } from "../ui/format-coins.ts";
import { Failure } from "../ui/states.tsx";
import { describeArgument, readArgument } from "./constructor-arguments.ts";
import { type ExplainRevert, explainWalletError } from "./explain-wallet-error.ts";
import type { WalletOnChain } from "./open-on-chain.ts";

export type AbiError = Extract<Abi[number], { type: "error" }>;

const explainRevert: ExplainRevert = (reason, custom) =>
  `The contract reverts (${custom?.errorName ?? reason}). Nothing was sent.`;

/** One function: its arguments, and what it returned. */
export function ContractFunction({
  item,
  errors,
  address,
  wallet,
  isRead,
}: {
  item: AbiFunction;
  errors: readonly AbiError[];
  address: string;
  wallet: WalletOnChain | undefined;
  isRead: boolean;
}) {
  const [texts, setTexts] = useState<Record<number, string>>({});
  const [coins, setCoins] = useState("0");
  const isPayable = item.stateMutability === "payable";
  const value = isPayable ? readCoins(coins) : 0n;
  const read = item.inputs.map((input, index) => {
    try {
      return { argument: readArgument(input, texts[index] ?? "") };
    } catch (error) {
      return { problem: (error as Error).message };
    }
  });
  const isReady = wallet && value !== undefined && read.every(({ problem }) => problem === undefined);
  const run = useMutation({
    mutationFn: async ({ chain, signer, account, returnToChain }: WalletOnChain): Promise<string> => {
      const call = {
        address: getAddress(address),
        abi: [item, ...errors],
        functionName: item.name,
        args: read.map(({ argument }) => argument),
        account,
      };
      try {
        await returnToChain();
        if (isRead) return writeValue(await chain.readContract(call));
        await chain.simulateContract({ ...call, value } as never);
        const hash = await signer.writeContract({ ...call, value, chain: null } as never);
        const { status, blockNumber } = await chain.waitForTransactionReceipt({ hash });
        return status === "success"
          ? `Confirmed in block ${blockNumber}.`
          : `Transaction ${hash} was reverted.`;
      } catch (error) {
        throw new Error(explainWalletError(error, explainRevert), { cause: error });
      }
    },
  });
  return (
    <details className="px-4 py-3">
      <summary className="cursor-pointer">
        <span className="numbers">{item.name}</span>
        <span className="text-muted text-xs"> {item.inputs.map(({ type }) => type).join(", ")}</span>
      </summary>
      <div className="mt-3 flex flex-col gap-3">
        {item.inputs.map((input, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: inputs keep their order.
            key={index}
            label={`${input.name || `Argument ${index + 1}`} (${input.type})`}
            hint={describeArgument(input)}
            problem={texts[index] === undefined ? undefined : read[index]?.problem}
            value={texts[index] ?? ""}
            onChange={(event) => setTexts({ ...texts, [index]: event.target.value })}
          />
        ))}
        {isPayable && (
          <Field
            label="Amount to send"
            value={coins}
            problem={value === undefined ? "Enter an amount such as 0.1." : undefined}
            onChange={(event) => setCoins(event.target.value)}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={!isReady} isBusy={run.isPending} onClick={() => wallet && run.mutate(wallet)}>
            {isRead ? "Read" : "Send transaction"}
          </Button>
          {!wallet && <span className="text-muted text-xs">Connect your wallet first.</span>}
        </div>
        {run.error && <Failure error={run.error} />}
        {run.data !== undefined && (
          <output className="numbers block break-all rounded-md bg-sunken px-3 py-2 text-xs">
            {run.data}
          </output>
        )}
      </div>
    </details>
  );
}

/** Writes a value of a contract as text; integers keep every digit. */
function writeValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return String(value);
  return (
    JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? String(each) : each), 2) ?? "Nothing"
  );
}
