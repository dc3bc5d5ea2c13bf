import type { CollectionState } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";

export class CollectionNotFoundError extends AppError {
  constructor() {
    super("not_found", "This account has no collection with this id. Check the id.");
  }
}

export class CollectionFinishedError extends AppError {
  constructor(state: CollectionState) {
    super("collection_finished", `The collection is already ${state}, so it cannot be cancelled.`, {
      details: { status: state },
    });
  }
}

export class TokenNotFoundError extends AppError {
  constructor(number: number) {
    super("not_found", `This collection has no token ${number}. Check the number.`);
  }
}

/** The images of the collection are not all there yet, or never will be. */
export class CollectionNotCompletedError extends AppError {
  constructor(state: CollectionState) {
    super("collection_not_completed", `The collection is ${state}, not completed. Wait until it is.`, {
      details: { state },
    });
  }
}

/** The images of a minted collection do not change any more. */
export class ImageFixedError extends AppError {
  constructor(code: "token_already_minted" | "collection_on_sale") {
    const reason =
      code === "collection_on_sale" ? "The claim page of this collection is open" : "Tokens are minted";
    super(code, `${reason}, so its images cannot be changed any more.`);
  }
}
