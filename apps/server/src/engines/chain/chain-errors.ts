import { BaseError, ContractFunctionRevertedError, formatGwei, HttpRequestError, TimeoutError } from "viem";
import { AppError } from "../../platform/errors.ts";

export class ChainUnavailableError extends AppError {
  constructor(chainId: number, reason: string) {
    super(
      "engine_unavailable",
      `The RPC node of chain ${chainId} ${reason}. Nothing was minted; try again.`,
      {
        retryAfterInSeconds: 5,
      },
    );
  }
}

export class ContractRefusedError extends AppError {
  constructor(chainId: number, reason: string, maxGas: bigint) {
    super(
      "engine_failed",
      `The contract on chain ${chainId} rejects the mint: ${reason}. The wallet must accept ERC-721 tokens, and the mint may use at most ${maxGas.toLocaleString("en")} gas. Check the collection's wallet, then try again.`,
    );
  }
}

export class SignerNotAllowedError extends AppError {
  constructor(chainId: number, reason: string) {
    super(
      "engine_failed",
      `The contract on chain ${chainId} rejects the mint: ${reason}. The operator must grant the signer MINTER_ROLE.`,
    );
  }
}

export class FeesAboveCeilingError extends AppError {
  constructor(chainId: number, lowest: bigint, ceiling: bigint) {
    super(
      "engine_unavailable",
      `Chain ${chainId} requires ${formatGwei(lowest)} gwei per unit of gas; this service pays at most ${formatGwei(ceiling)}. The token waits until fees fall.`,
    );
  }
}

/** Converts errors of viem: their messages contain the node's URL, which may include a key. */
export function toChainError(chainId: number, error: unknown): Error {
  if (!(error instanceof BaseError)) return error as Error;
  if (error.walk((cause) => cause instanceof TimeoutError))
    return new ChainUnavailableError(chainId, "took too long");
  const request = error.walk((cause) => cause instanceof HttpRequestError);
  if (request instanceof HttpRequestError) {
    return new ChainUnavailableError(
      chainId,
      request.status ? `answered ${request.status}` : "cannot be reached",
    );
  }
  return new ChainUnavailableError(chainId, `reported: ${readDetails(error)}`);
}

/** Reads why a simulated call was reverted; undefined when the simulation itself failed. */
export function readRefusal(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (reverted instanceof ContractFunctionRevertedError) {
    const { data, reason, signature } = reverted;
    return data?.errorName ?? reason ?? signature ?? "without a reason";
  }
  const details = readDetails(error);
  return /gas required exceeds|out of gas|intrinsic gas|exceeds allowance/i.test(details)
    ? details
    : undefined;
}

export function readDetails(error: BaseError): string {
  return (error.details || error.shortMessage).split("\n")[0]?.slice(0, 300) ?? "nothing";
}
