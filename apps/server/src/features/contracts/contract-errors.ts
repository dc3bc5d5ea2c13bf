import { TooManyFilesError } from "@mintwright/solidity-audit";
import { type CompilerFailure, SolidityCompilerError } from "@mintwright/solidity-compiler";
import { AppError } from "../../platform/errors.ts";

const compilerAnswers = {
  refused: ["invalid_request", ""],
  busy: ["engine_unavailable", " Nothing is charged; try again shortly."],
  timeout: ["engine_timeout", " Nothing is charged; send less code."],
  memory: ["engine_failed", " Nothing is charged; send less code."],
  crash: ["engine_failed", " Nothing is charged; make the code simpler."],
} as const satisfies Record<CompilerFailure, readonly [AppError["code"], string]>;

/** Turns an error of the Solidity packages into one that a caller may see; leaves every other as it is. */
export function toAppError(error: unknown): unknown {
  if (error instanceof SolidityCompilerError) {
    const [code, advice] = compilerAnswers[error.reason];
    const wait = error.reason === "busy" ? { retryAfterInSeconds: 5 } : {};
    return new AppError(code, error.message + advice, { cause: error, ...wait });
  }
  if (error instanceof TooManyFilesError)
    return new AppError("invalid_request", `${error.message} Nothing is charged.`, { cause: error });
  return error;
}
