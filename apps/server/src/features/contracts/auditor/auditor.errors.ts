import { AppError } from "../../../platform/errors.ts";

export class NoSolidityError extends AppError {
  constructor() {
    super(
      "invalid_request",
      "The question contains no Solidity code. Paste the contract's source, with or without ``` fences. Nothing is charged.",
    );
  }
}

export class AuditorBusyError extends AppError {
  constructor() {
    super("engine_unavailable", "The auditor is at capacity. Nothing is charged; try again shortly.", {
      retryAfterInSeconds: 5,
    });
  }
}
