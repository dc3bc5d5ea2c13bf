import type { DryRunOptions } from "@mintwright/sdk";
import { type ReactNode, useState } from "react";
import { operations } from "../../api/operations.ts";
import { TextField } from "../../ui/field.tsx";
import { PriceButton, PriceProblem, usePrice } from "../price.tsx";
import { useKeptState } from "../tab-state.ts";

export interface ContractRequest {
  question: string;
  isRemembered: boolean;
}

const firstRequests = [
  "A token called Moon Coin (MOON), 1 million supply, burnable",
  "An NFT collection called Clock Foxes (FOX), at most 5,000, minted for 0.02 ETH",
  "Staking that pays 12% a year, locked for 30 days",
  "Vesting over 24 months with a cliff of 6 months",
  "A multisig wallet, 2 of 3 owners",
  "A DAO with a voting token and a quorum of 4%",
];
const followUps = ["Now make it pausable", "Use roles instead of one owner", "Call it Harbour (HRB)"];

const askPrice = ({ isRemembered }: { isRemembered: boolean }, options: DryRunOptions) =>
  operations.contracts.generate({ question: "a token", chatHistory: isRemembered ? "on" : "off" }, options);

export function ContractComposer({
  isFollowUp,
  isBusy,
  onAsk,
  children,
}: {
  isFollowUp: boolean;
  isBusy: boolean;
  /** Calls `onMade` on success; until then the text stays in the field, to be corrected. */
  onAsk: (request: ContractRequest, onMade: () => void) => void;
  /** Shown below the button. */
  children: ReactNode;
}) {
  const [question, setQuestion] = useKeptState("contract", "");
  const [isRemembered, setRemembered] = useState(true);
  const asked = usePrice("contract", { isRemembered }, askPrice);
  const isReady = question.trim() !== "" && !isBusy;
  const ask = () => onAsk({ question, isRemembered }, () => setQuestion(""));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) ask();
      }}
    >
      <TextField
        label={isFollowUp ? "What should change?" : "What should the contract do?"}
        rows={isFollowUp ? 3 : 5}
        value={question}
        placeholder={isFollowUp ? "Add a cap of 10 million" : "A token called…"}
        onChange={(event) => setQuestion(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && isReady) ask();
        }}
      />
      <label className="flex items-start gap-2 text-xs">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={isRemembered}
          onChange={(event) => setRemembered(event.target.checked)}
        />
        <span>
          Save history, so that follow-up requests change this contract
          {isFollowUp && !isRemembered && (
            <span className="block text-amber">Without history, this request creates a new contract.</span>
          )}
        </span>
      </label>
      <PriceButton
        label={isBusy ? "Generating…" : isFollowUp && isRemembered ? "Update contract" : "Generate"}
        asked={asked}
        isBusy={isBusy}
        disabled={!isReady}
      />
      <PriceProblem asked={asked} />
      {children}
      <div className="flex flex-col gap-1.5">
        <p className="text-muted text-xs">{isFollowUp ? "Examples" : "Start with an example"}</p>
        {(isFollowUp ? followUps : firstRequests).map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => setQuestion(example)}
            className="rounded-md border border-line bg-surface px-3 py-2 text-left text-xs hover:bg-sunken"
          >
            {example}
          </button>
        ))}
      </div>
    </form>
  );
}
