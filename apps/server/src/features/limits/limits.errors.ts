import { AppError } from "../../platform/errors.ts";

/** Things of which an account may have a limited number at once. */
export type PlaceKind = "streams" | "pages" | "heavyOperations";

const placeMessages: Record<PlaceKind, (atMost: number) => string> = {
  streams: (atMost) => `This account may have ${atMost} event streams open at once. Close one`,
  pages: (atMost) => `This account may read ${atMost} project sites at once. Wait until one has finished`,
  heavyOperations: (atMost) =>
    `This account may run ${atMost} exports, audits of projects and token descriptions at once. Wait until one has finished`,
};

export class TooManyAtOnceError extends AppError {
  constructor(limit: PlaceKind, value: number) {
    const advice = "or ask the operator for a higher limit";
    super("too_many_at_once", `${placeMessages[limit](value)}, ${advice} (${limit}).`, {
      retryAfterInSeconds: 2,
      details: { limit, value },
    });
  }
}

export class TooManyKeysError extends AppError {
  constructor(value: number) {
    super(
      "account_limit_reached",
      `This account may have ${value} API keys, and a revoked key counts for an hour. Revoke keys that you no longer use, or ask the operator for a higher limit (keys).`,
      { details: { limit: "keys", value } },
    );
  }
}

export class StorageFullError extends AppError {
  constructor(value: number, { stored, reserved }: { stored: number; reserved: number }) {
    super(
      "account_limit_reached",
      `This account may store ${value} bytes: ${stored} are stored and ${reserved} are reserved for images that are not generated yet, including this order. Order fewer images, or ask the operator for a higher limit (storedBytes).`,
      { details: { limit: "storedBytes", value, stored, reserved } },
    );
  }
}

export class TooManyAttemptsError extends AppError {
  constructor(retryAfterInSeconds: number) {
    const minutes = Math.ceil(retryAfterInSeconds / 60);
    super("rate_limited", `Too many attempts. Try again in ${minutes} minutes.`, {
      retryAfterInSeconds,
    });
  }
}
