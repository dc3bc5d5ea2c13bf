import { AppError } from "../../platform/errors.ts";

/** The token is being minted, or was, with other words. */
export class TokenAlreadyMintedError extends AppError {
  constructor(number: number, tokenUri: string) {
    super(
      "token_already_minted",
      `Token ${number} is minted with the metadata ${tokenUri} already. Send the name, description and symbol of that call, or leave it out.`,
      { details: { id: number, tokenURI: tokenUri } },
    );
  }
}

/** The collection does not exist or belongs to another account: the error does not tell which. */
export class CollectionNotFoundError extends AppError {
  constructor() {
    super("not_found", "There is no collection with this id. Check the collectionId of the queue answer.");
  }
}

/** The collection's images are not all there yet, or never will be. */
export class CollectionNotCompletedError extends AppError {
  constructor(state: string) {
    const advice =
      state === "queued" || state === "processing"
        ? "Wait until its progress says completed."
        : "Queue a new collection.";
    super("collection_not_completed", `The collection is ${state}, not completed. ${advice}`, {
      details: { state },
    });
  }
}

/** The collection cannot be described as asked. */
export class UnfitTokensError extends AppError {
  constructor(path: string, message: string) {
    super("invalid_request", message, { details: { issues: [{ path, message }] } });
  }
}

/** The wallet has transactions that the database does not know. Nothing is signed until they were checked. */
export class ChainAheadError extends Error {
  override name = "ChainAheadError";
  constructor(chainId: number, count: number, nextNonce: number) {
    super(
      `The wallet has ${count} transactions on chain ${chainId} and the database knows ${nextNonce}. Minting waits until the others are mined and checked.`,
    );
  }
}

/** The chain has the token in a block that may still be replaced. */
export class MintNotFinalError extends Error {
  override name = "MintNotFinalError";
  constructor(hash: string) {
    super(
      `The token was minted by transaction ${hash}, which the database had lost. It counts when it is final.`,
    );
  }
}
