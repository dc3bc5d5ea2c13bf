import type { GeneratedContract } from "@mintwright/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Abi, type Hex, parseEther } from "viem";
import { operations } from "../api/operations.ts";
import { libraryKey } from "../library/library-queries.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { chooseWallet } from "./choose-wallet.ts";
import { describeArgument, findConstructor, readArgument } from "./constructor-arguments.ts";
import {
  changeChain,
  type Deployable,
  type Deployed,
  estimateDeployment,
  type OpenWallet,
  openWallet,
  sendDeployment,
  waitForDeployment,
} from "./deploy-contract.ts";
import { DeploymentSent } from "./deployment-sent.tsx";
import { explainWalletError } from "./explain-wallet-error.ts";
import { offeredChains } from "./offered-chains.ts";

type Stage = "closed" | "asking" | "open" | "sending" | "waiting";

export function Deployment({
  contract,
  itemId,
  onClose,
}: {
  contract: GeneratedContract;
  /** The library item of the contract, if it is stored. */
  itemId: string | undefined;
  onClose: () => void;
}) {
  const [stage, setStage] = useState<Stage>("closed");
  const [open, setOpen] = useState<OpenWallet>();
  const [problem, setProblem] = useState("");
  const [hash, setHash] = useState<Hex>();
  const [deployed, setDeployed] = useState<Deployed>();
  const [texts, setTexts] = useState<Record<number, string>>({});
  const [coins, setCoins] = useState("0");
  const { inputs, isPayable } = findConstructor(contract.abi);
  const read = readInputs();

  function readInputs(): { deployable?: Deployable; problems: Record<number, string> } {
    const problems: Record<number, string> = {};
    const args = inputs.map((input, index) => {
      try {
        return readArgument(input, texts[index] ?? "");
      } catch (error) {
        problems[index] = (error as Error).message;
        return undefined;
      }
    });
    if (!/^\d+(\.\d{1,18})?$/.test(coins)) problems[-1] = "Enter an amount such as 0.1.";
    if (Object.keys(problems).length > 0) return { problems };
    const { abi, bytecode } = contract as { abi: Abi; bytecode: Hex };
    return { problems, deployable: { abi, bytecode, args, value: parseEther(coins) } };
  }

  /** Runs one step. If the wallet rejects it, shows the error and returns to `onError`. */
  async function step(during: Stage, work: () => Promise<void>, onError: Stage) {
    setStage(during);
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(explainWalletError(error));
      setStage(onError);
    }
  }
  const connect = () =>
    step(
      "asking",
      async () => {
        setOpen(await openWallet(await chooseWallet()));
        setStage("open");
      },
      open ? "open" : "closed",
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: listens only while the wallet is connected.
  useEffect(() => {
    if (stage !== "open") return;
    const events = open?.wallet as { on?: Listen; removeListener?: Listen };
    const renew = () => void connect();
    for (const event of ["chainChanged", "accountsChanged"]) events.on?.(event, renew);
    return () => {
      for (const event of ["chainChanged", "accountsChanged"]) events.removeListener?.(event, renew);
    };
  }, [open?.wallet, stage]);

  const estimate = useQuery({
    queryKey: ["deployment", open?.address, open?.chain.id, contract.bytecode.slice(0, 80), texts, coins],
    queryFn: () => estimateDeployment(open as OpenWallet, read.deployable as Deployable),
    enabled: stage === "open" && !!open && !!read.deployable,
    retry: false,
    gcTime: 0,
  });
  const change = (chainId: number) =>
    step(
      "asking",
      async () => {
        const { wallet } = open as OpenWallet;
        await changeChain(wallet, chainId);
        setOpen(await openWallet(wallet));
        setStage("open");
      },
      "open",
    );
  const deploy = async () => {
    let sent: Hex | undefined;
    await step(
      "sending",
      async () => {
        sent = await sendDeployment(open as OpenWallet, read.deployable as Deployable);
        setHash(sent);
      },
      "open",
    );
    if (!sent) return;
    const receipt = waitForDeployment(open as OpenWallet, sent);
    const transactionHash = sent;
    await step(
      "waiting",
      async () => {
        const { address, blockNumber } = await receipt;
        setDeployed({ address, blockNumber });
        record.mutate({ address, transactionHash });
      },
      "waiting",
    );
  };
  const queryClient = useQueryClient();
  const record = useMutation({
    mutationFn: ({ address, transactionHash }: { address: string; transactionHash: string }) =>
      operations.library.recordDeployment({
        name: contract.name,
        chainId: (open as OpenWallet).chain.id,
        deployer: (open as OpenWallet).address,
        address,
        transactionHash,
        ...(itemId && { contractItemId: itemId }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: libraryKey }),
  });

  if (hash && open) {
    const unstored = record.error && `The address was not stored in your library: ${record.error.message}`;
    return (
      <DeploymentSent
        open={open}
        hash={hash}
        deployed={deployed}
        problem={problem || (unstored ?? "")}
        onClose={onClose}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {!open && (
        <Button look="main" isBusy={stage === "asking"} onClick={connect}>
          {stage === "asking" ? "Waiting for your wallet…" : "Connect wallet"}
        </Button>
      )}
      {open && (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            <dt className="text-muted">Account</dt>
            <dd className="numbers truncate" title={open.address}>
              {open.address}
            </dd>
            <dt className="text-muted">Balance</dt>
            <dd className="numbers">{open.balance}</dd>
          </dl>
          <Choice
            label="Chain"
            value={String(open.chain.id)}
            onChange={(id) => void change(Number(id))}
            options={listChains(open)}
            hint="The chain selected in your wallet. You can select other chains there."
          />
          {inputs.map((input, index) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: constructor inputs keep their order.
              key={index}
              label={`${input.name || `Argument ${index + 1}`} (${input.type})`}
              hint={describeArgument(input)}
              problem={texts[index] === undefined ? undefined : read.problems[index]}
              value={texts[index] ?? ""}
              onChange={(event) => setTexts({ ...texts, [index]: event.target.value })}
            />
          ))}
          {isPayable && (
            <Field
              label="Amount to send"
              value={coins}
              problem={read.problems[-1]}
              onChange={(event) => setCoins(event.target.value)}
            />
          )}
          <p role="status" className="rounded-md bg-sunken px-3 py-2">
            {estimate.data
              ? `Estimated gas: ${estimate.data.gas.toLocaleString("en")} (${estimate.data.cost} at the current price).`
              : estimate.error
                ? explainWalletError(estimate.error)
                : read.deployable
                  ? "Estimating gas…"
                  : "Enter the constructor arguments."}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              look="main"
              disabled={!read.deployable || !estimate.data}
              isBusy={stage === "sending" || stage === "asking"}
              onClick={deploy}
            >
              {stage === "sending" ? "Waiting for your wallet…" : "Deploy from wallet"}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </>
      )}
      {problem && (
        <p role="alert" className="rounded-md border border-line bg-red-soft p-3">
          {problem}
        </p>
      )}
    </div>
  );
}

type Listen = (event: string, listener: () => void) => void;

function listChains({ chain }: OpenWallet): [string, string][] {
  const chains = offeredChains.some(({ id }) => id === chain.id) ? offeredChains : [chain, ...offeredChains];
  return chains.map(({ id, name }) => [String(id), name]);
}
