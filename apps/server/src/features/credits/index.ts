export { adoptHold, releaseAdoptedHold } from "./adopted-holds.ts";
export { registerCreditsDashboard } from "./credits.dashboard.ts";
export { InsufficientCreditsError, KeyLimitReachedError } from "./credits.errors.ts";
export { createCreditsJobs } from "./credits.jobs.ts";
export { registerCreditsRoutes } from "./credits.routes.ts";
export {
  type AccountCredits,
  getAccountCredits,
  giveGrant,
  grantCredits,
  listGrants,
  moveGrant,
  reclaimGrant,
} from "./grants.repository.ts";
export { holdForWork, lockAccount, settleHeldPart } from "./held-work.ts";
export { createHoldKeeper, type HoldKeeper } from "./hold-keeper.ts";
export { verifyLedger } from "./ledger.repository.ts";
export { createLostHolds } from "./lost-holds.ts";
export type { KeptAnswerDraft } from "./settlement.repository.ts";
export { createSettlementService, type SettlementService } from "./settlement.service.ts";
export { startSweeper } from "./sweeper.ts";
export { listSpentByKey } from "./usage.repository.ts";
export { listVouchers } from "./vouchers.repository.ts";
export { createVoucher } from "./vouchers.service.ts";
