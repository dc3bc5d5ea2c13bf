import {
  ChainMismatchError,
  ExecutionRevertedError,
  InsufficientFundsError,
  TransactionExecutionError,
} from "viem";
import { describe, expect, it } from "vitest";
import { explainWalletError } from "./explain-wallet-error.ts";

const refusal = (code: number) => Object.assign(new Error("MetaMask Tx Signature: denied"), { code });

describe("an error of the wallet", () => {
  it("is explained to the user, however deep it is wrapped", () => {
    expect(explainWalletError(refusal(4001))).toBe(
      "You rejected the request in your wallet. Nothing was sent.",
    );
    expect(
      explainWalletError(new Error("outer", { cause: new Error("inner", { cause: refusal(4902) }) })),
    ).toMatch(/does not know this chain/);
    expect(explainWalletError(refusal(-32002))).toMatch(/already has an open request/);
    const wrapped = new TransactionExecutionError(new InsufficientFundsError(), { account: null } as never);
    expect(explainWalletError(wrapped)).toMatch(/Insufficient funds/);
    expect(
      explainWalletError(Object.assign(new Error("insufficient funds for gas * price"), { code: -32000 })),
    ).toMatch(/Insufficient funds/);
    expect(
      explainWalletError(
        new ChainMismatchError({ chain: { id: 1, name: "One" } as never, currentChainId: 2 }),
      ),
    ).toMatch(/another chain/);
    expect(
      explainWalletError(new ExecutionRevertedError({ message: "execution reverted: cap is zero" })),
    ).toMatch(/would revert.*cap is zero.*Nothing was sent/);
  });

  it("falls back to a shortened message of the wallet", () => {
    expect(explainWalletError(Object.assign(new Error("odd thing"), { code: -1 }))).toBe(
      "Wallet error: odd thing. Try again.",
    );
    expect(explainWalletError(new Error("x".repeat(9_000))).length).toBeLessThan(300);
    expect(explainWalletError(undefined)).toMatch(/^Wallet error/);
  });
});
