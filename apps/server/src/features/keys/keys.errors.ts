import { AppError } from "../../platform/errors.ts";

/** The account has no credits, so it may not create a key yet. */
export class KeyNeedsCreditsError extends AppError {
  constructor(accountId: string) {
    super(
      "insufficient_credits",
      `Account ${accountId} holds no credits. Add credits first, then create the key.`,
    );
  }
}

/** There is no key of that id that could be changed. */
export class KeyNotFoundError extends AppError {
  constructor(keyId: string) {
    super(
      "not_found",
      `There is no active key ${keyId}. List the account's keys to see their ids and states.`,
    );
  }
}
