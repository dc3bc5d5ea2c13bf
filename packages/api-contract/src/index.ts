export type { LedgerEntry } from "./account-credits.ts";
export type { Chain } from "./chains.ts";
export { type Centicredits, fromCredits, toCredits } from "./credits.ts";
export type { DryRun } from "./dry-run.ts";
export { type ErrorBody, type ErrorCode, errorStatusByCode, type Problem } from "./errors.ts";
export { headerNames } from "./headers.ts";
export { defaultLimits, type Limits, protocolLimits } from "./limits.ts";
export type { Operation, OperationInput } from "./operation.ts";
export { createOperations, type Operations } from "./operations.ts";
