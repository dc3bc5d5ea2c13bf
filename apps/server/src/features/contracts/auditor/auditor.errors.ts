import { AppError } from "../../../platform/errors.ts";

/** There is no code to audit. */
export class NoSolidityError extends AppError {
  constructor() {
    super(
      "invalid_request",
      "There is no Solidity in the question. Put the contract's code into it, as it is or between ``` marks. Nothing is charged.",
    );
  }
}

/** As many audits are under way as this process takes on. */
export class AuditorBusyError extends AppError {
  constructor() {
    super("engine_unavailable", "The auditor is fully busy. Nothing is charged; try again shortly.", {
      retryAfterInSeconds: 5,
    });
  }
}
