import {
  ChainMismatchError,
  ExecutionRevertedError,
  InsufficientFundsError,
  TransactionExecutionError,
} from "viem";
import { describe, expect, it } from "vitest";
import { explainWalletError } from "./explain-wallet-error.ts";

const refusal = (code: number) => Object.assign(new Error("MetaMask Tx Signature: denied"), { code });

describe("what a wallet refuses", () => {
  it("is said in plain words, however deep it is wrapped", () => {
    expect(explainWalletError(refusal(4001))).toBe("You said no in the wallet. Nothing was sent.");
    expect(
      explainWalletError(new Error("outer", { cause: new Error("inner", { cause: refusal(4902) }) })),
    ).toMatch(/does not know this chain/);
    expect(explainWalletError(refusal(-32002))).toMatch(/already shows a question/);
    const wrapped = new TransactionExecutionError(new InsufficientFundsError(), { account: null } as never);
    expect(explainWalletError(wrapped)).toMatch(/cannot pay/);
    expect(
      explainWalletError(Object.assign(new Error("insufficient funds for gas * price"), { code: -32000 })),
    ).toMatch(/cannot pay/);
    expect(
      explainWalletError(
        new ChainMismatchError({ chain: { id: 1, name: "One" } as never, currentChainId: 2 }),
      ),
    ).toMatch(/another chain/);
    expect(
      explainWalletError(new ExecutionRevertedError({ message: "execution reverted: cap is zero" })),
    ).toMatch(/refuse to be created.*cap is zero.*Nothing was sent/);
  });

  it("is given in the wallet's own words when nobody knows it, but never at length", () => {
    expect(explainWalletError(Object.assign(new Error("odd thing"), { code: -1 }))).toBe(
      "The wallet said: odd thing. Try again.",
    );
    expect(explainWalletError(new Error("x".repeat(9_000))).length).toBeLessThan(300);
    expect(explainWalletError(undefined)).toMatch(/^The wallet said/);
  });
});
