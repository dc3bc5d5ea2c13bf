import { BaseError, ContractFunctionRevertedError, HttpRequestError, TimeoutError } from "viem";
import { AppError } from "../../platform/errors.ts";

/** The chain's node does not answer, or not as a node should. */
export class ChainUnavailableError extends AppError {
  constructor(chainId: number, reason: string) {
    super("engine_unavailable", `The node of chain ${chainId} ${reason}. Nothing was minted; try again.`, {
      retryAfterInSeconds: 5,
    });
  }
}

/** The contract would refuse the call. */
export class ContractRefusedError extends AppError {
  constructor(chainId: number, reason: string) {
    super(
      "engine_failed",
      `The contract on chain ${chainId} refuses: ${reason}. Its operator should check the signer's minter role; the wallet must accept ERC-721 tokens.`,
    );
  }
}

/** Puts an error of viem into words of our own: viem's name the node's address, which may carry a key. */
export function toChainError(chainId: number, error: unknown): Error {
  if (!(error instanceof BaseError)) return error as Error;
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (reverted instanceof ContractFunctionRevertedError) {
    const { data, reason, signature } = reverted;
    return new ContractRefusedError(chainId, data?.errorName ?? reason ?? signature ?? "without a reason");
  }
  if (error.walk((cause) => cause instanceof TimeoutError))
    return new ChainUnavailableError(chainId, "took too long");
  const request = error.walk((cause) => cause instanceof HttpRequestError);
  if (request instanceof HttpRequestError) {
    return new ChainUnavailableError(
      chainId,
      request.status ? `answers ${request.status}` : "cannot be reached",
    );
  }
  return new ChainUnavailableError(chainId, `says: ${readDetails(error)}`);
}

/** What the node itself said. */
export function readDetails(error: BaseError): string {
  return (error.details || error.shortMessage).split("\n")[0]?.slice(0, 300) ?? "nothing";
}
