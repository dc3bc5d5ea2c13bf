import { AppError } from "../../../platform/errors.ts";

/** The collection cannot be sold on a claim page. */
export class DropRefusedError extends AppError {
  constructor(obstacle: string) {
    super("collection_on_sale", obstacle);
  }
}

/** The collection is sold on its claim page, so its tokens are not minted in another way. */
export class CollectionOnSaleError extends AppError {
  constructor() {
    super(
      "collection_on_sale",
      "This collection is sold on its claim page. Its tokens cannot be minted or changed in another way.",
    );
  }
}

export class DropNotFoundError extends AppError {
  constructor() {
    super("not_found", "There is no drop at this address. Check the link.");
  }
}
