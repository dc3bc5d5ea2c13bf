import type { CollectionState } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";

/** There is no such collection in this account. */
export class CollectionNotFoundError extends AppError {
  constructor() {
    super(
      "not_found",
      "This account has no such collection. GET /nft/collections lists those that it has; check the id.",
    );
  }
}

/** A collection that is finished cannot be cancelled any more. */
export class CollectionFinishedError extends AppError {
  constructor(state: CollectionState) {
    super(
      "collection_finished",
      `The collection is ${state} and stays so: there is nothing left to cancel.`,
      {
        details: { status: state },
      },
    );
  }
}
