const sentences: Record<number, string> = {
  4001: "You said no in the wallet. Nothing was sent.",
  4100: "The wallet has not allowed this page to use that account. Unlock it and connect again.",
  4200: "This wallet cannot do that. Try another one.",
  4900: "The wallet is not connected to any chain. Check its network and try again.",
  4901: "The wallet is not connected to this chain. Choose the chain in the wallet and try again.",
  4902: "The wallet does not know this chain. Add it there, then choose it again.",
  [-32002]: "The wallet already shows a question. Open it, answer that one, then try again.",
};

const byName: Record<string, string> = {
  UserRejectedRequestError: sentences[4001] as string,
  InsufficientFundsError:
    "The account cannot pay for this on this chain. Send it some coins for gas, or choose another account.",
  ChainMismatchError: "The wallet changed to another chain meanwhile. Look at the chain again, then deploy.",
  WaitForTransactionReceiptTimeoutError:
    "The chain has not confirmed it yet. It may still do so: look for the transaction in your wallet.",
};

interface Refusal {
  name?: string;
  code?: unknown;
  message?: string;
  shortMessage?: string;
  details?: string;
  reason?: string;
  cause?: unknown;
}

/** Says in plain words why a wallet or its chain said no. */
export function explainWalletError(error: unknown): string {
  const causes = listCauses(error);
  for (const { name, code, message = "" } of causes) {
    if (name === "DeploymentFailedError") return message;
    const known = (typeof code === "number" && sentences[code]) || byName[name ?? ""];
    if (known) return known;
    if (/insufficient funds/i.test(message)) return byName.InsufficientFundsError as string;
  }
  const reverted = causes.find(
    ({ name, message = "" }) => name === "ExecutionRevertedError" || /revert/i.test(message),
  );
  if (reverted) {
    const reason =
      causes.find(({ reason }) => reason)?.reason ?? reverted.details ?? reverted.shortMessage ?? "";
    return `The contract would refuse to be created${reason ? ` (${cut(reason)})` : ""}. Nothing was sent.`;
  }
  const last = causes.at(-1);
  return `The wallet said: ${cut(last?.details ?? last?.shortMessage ?? last?.message ?? "nothing")}. Try again.`;
}

function listCauses(error: unknown): Refusal[] {
  const causes: Refusal[] = [];
  for (let one = error; one && typeof one === "object" && causes.length < 10; one = (one as Refusal).cause) {
    causes.push(one as Refusal);
  }
  return causes;
}

const cut = (text: string) => text.replaceAll(/\s+/g, " ").replace(/\.$/, "").slice(0, 200);
