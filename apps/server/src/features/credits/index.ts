export { adoptHold, releaseAdoptedHold } from "./adopted-holds.ts";
export { InsufficientCreditsError, KeyLimitReachedError } from "./credits.errors.ts";
export { createCreditsJobs } from "./credits.jobs.ts";
export { registerCreditsRoutes } from "./credits.routes.ts";
export { listLedgerEntries } from "./credits.service.ts";
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
export { type LedgerFilter, verifyLedger } from "./ledger.repository.ts";
export { createLostHolds } from "./lost-holds.ts";
export { createSettlementService, type SettlementService } from "./settlement.service.ts";
export { startSweeper } from "./sweeper.ts";
export { getRecentSpending, listSpentByKey, listUsage } from "./usage.repository.ts";
export { listVouchers } from "./vouchers.repository.ts";
export { createVoucher, redeemVoucher } from "./vouchers.service.ts";
