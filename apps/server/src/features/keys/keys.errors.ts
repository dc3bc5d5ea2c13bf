import { AppError } from "../../platform/errors.ts";

export class KeyNeedsCreditsError extends AppError {
  constructor(accountId: string) {
    super("insufficient_credits", `Account ${accountId} has no credits. Add credits, then create the key.`);
  }
}

export class KeyNotFoundError extends AppError {
  constructor(keyId: string) {
    super(
      "not_found",
      `No active key ${keyId} found. Check the ids and states in the account's list of keys.`,
    );
  }
}
