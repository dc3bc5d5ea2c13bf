export { createJobFaults, createSandboxServe } from "./job-faults.ts";
export { createLatency, type LatencySetting } from "./latency.ts";
export { registerSandboxPage } from "./page.routes.ts";
export { createRequestLog } from "./request-log.ts";
export { registerSandboxRoutes } from "./sandbox.routes.ts";
export { createSandboxService, sandboxCell } from "./sandbox.service.ts";
export { createSandboxAdmission } from "./sandbox-admission.ts";
export { addSandboxHooks } from "./sandbox-hooks.ts";
export { createWaitingFaults } from "./waiting-faults.ts";
