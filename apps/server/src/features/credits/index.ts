export { adoptHold, releaseAdoptedHold } from "./adopted-holds.ts";
export { createCreditsJobs } from "./credits.jobs.ts";
export { registerCreditsRoutes } from "./credits.routes.ts";
export { createHoldKeeper, type HoldKeeper } from "./hold-keeper.ts";
export { verifyLedger } from "./ledger.repository.ts";
export { createLostHolds } from "./lost-holds.ts";
export { createSettlementService, type SettlementService } from "./settlement.service.ts";
export { startSweeper } from "./sweeper.ts";
