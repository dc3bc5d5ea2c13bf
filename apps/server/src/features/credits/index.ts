export { registerCreditsDashboard } from "./credits.dashboard.ts";
export { InsufficientCreditsError, KeyLimitReachedError } from "./credits.errors.ts";
export { createCreditsJobs, monthsAhead } from "./credits.jobs.ts";
export { registerCreditsRoutes } from "./credits.routes.ts";
export {
  type AccountCredits,
  addGrant,
  getAccountCredits,
  grantCredits,
  grantOnce,
  listGrants,
  reclaimGrant,
} from "./grants.repository.ts";
export { createHoldKeeper, type HoldKeeper } from "./hold-keeper.ts";
export {
  adoptHold,
  holdForWork,
  lockAccount,
  releaseAdoptedHold,
  settleHeldPart,
} from "./holds.repository.ts";
export { createMonthPartitions } from "./ledger.repository.ts";
export { detachLedgerMonth, exportLedgerMonth, restoreLedgerMonth } from "./ledger-archive.ts";
export { type LedgerMonth, listLedgerMonths, sealLedgerMonths } from "./ledger-seals.repository.ts";
export { createLostHolds } from "./lost-holds.ts";
export type { KeptAnswerDraft } from "./settlement.repository.ts";
export { createSettlementService, type SettlementService } from "./settlement.service.ts";
export { startSweeper } from "./sweeper.ts";
export { listSpentByKey } from "./usage.repository.ts";
export { verifyLedger, verifyOneSealedMonth, verifyWholeLedger } from "./verify-ledger.ts";
export { listVouchers } from "./vouchers.repository.ts";
export { createVoucher } from "./vouchers.service.ts";
