import { AppError } from "../../platform/errors.ts";

export class InsufficientCreditsError extends AppError {
  constructor(price: number, balance: number) {
    super(
      "insufficient_credits",
      `This call costs ${price} credits and the account has ${balance}. Add credits and try again.`,
      {
        details: { price, balance },
      },
    );
  }
}

export class KeyLimitReachedError extends AppError {
  constructor(price: number) {
    super(
      "key_limit_reached",
      `This call costs ${price} credits, more than this key may still spend this month. Raise the key's limit in the dashboard.`,
      { details: { price } },
    );
  }
}
