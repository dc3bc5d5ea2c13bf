export { registerOperatorAccountRoutes } from "./accounts.routes.ts";
export { type KnownEngine, registerOperatorOperationsRoutes } from "./operations.routes.ts";
export { createOperatorJobs } from "./operator.jobs.ts";
export { listOperators, setOperator } from "./operators.repository.ts";
export { startQueueLengthRecords } from "./queue-lengths.ts";
export { removeSecondFactor } from "./remove-second-factor.ts";
