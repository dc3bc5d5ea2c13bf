import { TooManyFilesError, UnreadableProjectError } from "@mintwright/solidity-audit";
import { type CompilerFailure, SolidityCompilerError } from "@mintwright/solidity-compiler";
import { contractKinds, GenerationError, type GenerationFailure } from "@mintwright/solidity-generator";
import { AppError } from "../../platform/errors.ts";

const compilerAnswers = {
  refused: ["invalid_request", ""],
  missing: ["invalid_request", " Nothing is charged."],
  busy: ["engine_unavailable", " Nothing is charged; try again shortly."],
  timeout: ["engine_timeout", " Nothing is charged; send less code."],
  memory: ["engine_failed", " Nothing is charged; send less code."],
  crash: ["engine_failed", " Nothing is charged; make the code simpler."],
} as const satisfies Record<CompilerFailure, readonly [AppError["code"], string]>;

const generatorAnswers = {
  impossible: ["invalid_request", " Nothing is charged; change it and ask again."],
  not_covered: [
    "request_not_covered",
    " Nothing is charged. To get other contracts, connect a chat model as an engine of general_assistant (the deployment guide says how).",
  ],
  not_compiled: ["engine_failed", " Nothing is charged; ask for it in another way."],
  not_written: ["invalid_request", " Nothing is charged."],
  not_accepted: ["engine_failed", " Nothing is charged; describe it in smaller steps."],
} as const satisfies Record<GenerationFailure, readonly [AppError["code"], string]>;

function toDetails({ reason, problems, notCovered }: GenerationError): { details?: unknown } {
  if (reason === "not_covered") return { details: { notCovered, kinds: contractKinds } };
  return problems.length > 0 ? { details: { problems } } : {};
}

/** Converts errors of the Solidity packages to errors for callers; returns any other error unchanged. */
export function toAppError(error: unknown): unknown {
  if (error instanceof SolidityCompilerError) {
    const [code, advice] = compilerAnswers[error.reason];
    const wait = error.reason === "busy" ? { retryAfterInSeconds: 5 } : {};
    return new AppError(code, error.message + advice, { cause: error, ...wait });
  }
  if (error instanceof TooManyFilesError)
    return new AppError("invalid_request", `${error.message} Nothing is charged.`, { cause: error });
  if (error instanceof UnreadableProjectError)
    return new AppError("project_not_analysed", `${error.message} Nothing is charged.`, { cause: error });
  if (error instanceof GenerationError) {
    const [code, advice] = generatorAnswers[error.reason];
    return new AppError(code, error.message + advice, { cause: error, ...toDetails(error) });
  }
  return error;
}
