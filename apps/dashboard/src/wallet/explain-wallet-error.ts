const messagesByCode: Record<number, string> = {
  4001: "You rejected the request in your wallet. Nothing was sent.",
  4100: "Your wallet has not authorized this page to use the account. Unlock it and connect again.",
  4200: "Your wallet does not support this request. Try another wallet.",
  4900: "Your wallet is not connected to any chain. Check its network and try again.",
  4901: "Your wallet is not connected to this chain. Select the chain in your wallet and try again.",
  4902: "Your wallet does not know this chain. Add it in your wallet, then select it again.",
  [-32002]: "Your wallet already has an open request. Confirm or reject it, then try again.",
};

const messagesByName: Record<string, string> = {
  UserRejectedRequestError: messagesByCode[4001] as string,
  InsufficientFundsError: "Insufficient funds for gas on this chain. Add funds or select another account.",
  ChainMismatchError: "Your wallet switched to another chain. Select the chain again, then try again.",
  WaitForTransactionReceiptTimeoutError:
    "The transaction is not confirmed yet. Check its status in your wallet.",
};

interface WalletError {
  name?: string;
  code?: unknown;
  message?: string;
  shortMessage?: string;
  details?: string;
  reason?: string;
  data?: { errorName: string; args?: readonly unknown[] };
  cause?: unknown;
}

/** Explains a revert: its reason, and the name and arguments of a custom error of the Solidity contract. */
export type ExplainRevert = (
  reason: string,
  custom?: { errorName: string; args: readonly unknown[] },
) => string;

const explainConstructor: ExplainRevert = (reason) =>
  `The constructor would revert${reason ? ` (${reason})` : ""}. Nothing was sent.`;

/** Returns a message for the user about an error of the wallet or the chain. */
export function explainWalletError(
  error: unknown,
  explainRevert: ExplainRevert = explainConstructor,
): string {
  const causes = listCauses(error);
  for (const { name, code, message = "" } of causes) {
    if (name === "DeploymentFailedError" || name === "WalletChoiceError") return message;
    const known = (typeof code === "number" && messagesByCode[code]) || messagesByName[name ?? ""];
    if (known) return known;
    if (/insufficient funds/i.test(message)) return messagesByName.InsufficientFundsError as string;
  }
  const reverted = causes.find(
    ({ name, message = "" }) => name === "ExecutionRevertedError" || /revert/i.test(message),
  );
  if (reverted) {
    const reason =
      causes.find(({ reason }) => reason)?.reason ?? reverted.details ?? reverted.shortMessage ?? "";
    const custom = causes.find(({ data }) => data?.errorName)?.data;
    return explainRevert(cut(reason), custom && { errorName: custom.errorName, args: custom.args ?? [] });
  }
  const last = causes.at(-1);
  return `Wallet error: ${cut(last?.details ?? last?.shortMessage ?? last?.message ?? "unknown")}. Try again.`;
}

function listCauses(error: unknown): WalletError[] {
  const causes: WalletError[] = [];
  for (
    let one = error;
    one && typeof one === "object" && causes.length < 10;
    one = (one as WalletError).cause
  ) {
    causes.push(one as WalletError);
  }
  return causes;
}

const cut = (text: string) => text.replaceAll(/\s+/g, " ").replace(/\.$/, "").slice(0, 200);
