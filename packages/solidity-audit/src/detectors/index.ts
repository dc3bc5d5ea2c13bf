import { detectAccessControl } from "./access-control.ts";
import { detectArbitraryCalls } from "./arbitrary-call.ts";
import { detectArithmetic } from "./arithmetic.ts";
import { detectArrayLengths } from "./array-lengths.ts";
import { detectBadRandomness } from "./bad-randomness.ts";
import { detectDelegatecalls } from "./delegatecall.ts";
import { detectDenialOfService } from "./denial-of-service.ts";
import { detectPartialChecks } from "./deny-list.ts";
import type { Detector } from "./detector.ts";
import { detectDeterministicAddresses } from "./deterministic-address.ts";
import { detectDivisionFirst } from "./divide-first.ts";
import { detectExactBalances } from "./exact-balance.ts";
import { detectFeeOnTransfer } from "./fee-on-transfer.ts";
import { detectFirstCome } from "./first-come.ts";
import { detectForeignDebits } from "./foreign-debit.ts";
import { detectForeignFunds } from "./foreign-funds.ts";
import { detectFrontRunning } from "./front-running.ts";
import { detectGasGriefing } from "./gas-griefing.ts";
import { detectGriefing } from "./griefing.ts";
import { detectGrowingLoops } from "./growing-loop.ts";
import { detectLockedEther } from "./locked-ether.ts";
import { detectNarrowCounters } from "./narrow-counter.ts";
import { detectOpenLists } from "./open-list.ts";
import { detectOpenPrivileges } from "./open-privilege.ts";
import { detectOpenUpgrades } from "./open-upgrade.ts";
import { detectPermitFrontRunning } from "./permit-front-running.ts";
import { detectPriceManipulation } from "./price-manipulation.ts";
import { detectReentrancy } from "./reentrancy.ts";
import { detectMissingValidation } from "./settings-validation.ts";
import { detectShareRounding } from "./share-rounding.ts";
import { detectShortAddresses } from "./short-address.ts";
import { detectUnequalChecks } from "./sibling-checks.ts";
import { detectSignatures } from "./signatures.ts";
import { detectMissingSlippage } from "./slippage.ts";
import { detectStorageCollisions } from "./storage-collision.ts";
import { detectStorageWrites } from "./storage-write.ts";
import { detectSwallowedFailures } from "./swallowed-failure.ts";
import { detectTimeDependence } from "./time-dependence.ts";
import { detectTxOrigin } from "./tx-origin.ts";
import { detectUncheckedCalls } from "./unchecked-call.ts";
import { detectUnprotectedEther } from "./unprotected-ether.ts";
import { detectUnsafeCasts } from "./unsafe-cast.ts";
import { detectUpgradeLayouts } from "./upgrade-layout.ts";
import { detectUpgradeSafety } from "./upgrade-safety.ts";

export const detectors: Record<string, Detector> = {
  reentrancy: detectReentrancy,
  "unchecked-calls": detectUncheckedCalls,
  arithmetic: detectArithmetic,
  "bad-randomness": detectBadRandomness,
  "time-dependence": detectTimeDependence,
  "front-running": detectFrontRunning,
  "denial-of-service": detectDenialOfService,
  "short-addresses": detectShortAddresses,
  "access-control": detectAccessControl,
  "unprotected-ether": detectUnprotectedEther,
  delegatecalls: detectDelegatecalls,
  "tx-origin": detectTxOrigin,
  "storage-writes": detectStorageWrites,
  "open-privileges": detectOpenPrivileges,
  signatures: detectSignatures,
  "price-manipulation": detectPriceManipulation,
  "permit-front-running": detectPermitFrontRunning,
  "storage-collisions": detectStorageCollisions,
  "arbitrary-calls": detectArbitraryCalls,
  "exact-balances": detectExactBalances,
  "first-come": detectFirstCome,
  "foreign-debits": detectForeignDebits,
  "narrow-counters": detectNarrowCounters,
  "open-upgrades": detectOpenUpgrades,
  slippage: detectMissingSlippage,
  "unsafe-casts": detectUnsafeCasts,
  "unequal-checks": detectUnequalChecks,
  "open-lists": detectOpenLists,
  "foreign-funds": detectForeignFunds,
  "partial-checks": detectPartialChecks,
  "growing-loops": detectGrowingLoops,
  "swallowed-failures": detectSwallowedFailures,
  "upgrade-safety": detectUpgradeSafety,
  "missing-validation": detectMissingValidation,
  "deterministic-addresses": detectDeterministicAddresses,
  griefing: detectGriefing,
  "array-lengths": detectArrayLengths,
  "division-first": detectDivisionFirst,
  "fee-on-transfer": detectFeeOnTransfer,
  "gas-griefing": detectGasGriefing,
  "locked-ether": detectLockedEther,
  "share-rounding": detectShareRounding,
  "upgrade-layouts": detectUpgradeLayouts,
};
