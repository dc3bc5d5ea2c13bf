import { AppError } from "../../platform/errors.ts";

export class ItemNotFoundError extends AppError {
  constructor() {
    super("not_found", "The library has no such item. It may have been deleted, or its time may be over.");
  }
}

export class FileNotFoundError extends AppError {
  constructor() {
    super("not_found", "This library item has no such file.");
  }
}

export class SharedItemNotFoundError extends AppError {
  constructor() {
    super("not_found", "This link does not work any more, or never did. Ask its owner for another one.");
  }
}

export class LibraryFullError extends AppError {
  constructor(bytesLeft: number) {
    super(
      "account_limit_reached",
      `The account's storage has ${bytesLeft} bytes left. Delete library items, or ask the operator for a higher limit (storedBytes).`,
      { details: { limit: "storedBytes", bytesLeft } },
    );
  }
}
