import type { AuditReport } from "@mintwright/solidity-audit";
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

export class ProjectNotAnalysedError extends AppError {
  constructor({ verdict, notAnalysed }: Pick<AuditReport, "verdict" | "notAnalysed">) {
    super("project_not_analysed", `${verdict.slice(0, 1_000)} Nothing is charged.`, {
      details: { notAnalysed: notAnalysed.slice(0, 100) },
    });
  }
}

export class ProjectTooSlowError extends AppError {
  constructor(seconds: number) {
    super(
      "engine_timeout",
      `The audit took more than ${seconds} seconds. Nothing is charged; send fewer files, or audit the project with the command line tool.`,
    );
  }
}
