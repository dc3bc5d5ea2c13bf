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
