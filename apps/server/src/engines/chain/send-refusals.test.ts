import { expect, it } from "vitest";
import { judgeRefusal } from "./send-refusals.ts";

it.each([
  ["already known", { kind: "accepted" }],
  ["AlreadyKnown", { kind: "accepted" }],
  ["nonce too low: next nonce 5, tx nonce 4", { kind: "nonce_used" }],
  ["OldNonce", { kind: "nonce_used" }],
  ["replacement transaction underpriced", { kind: "underpriced" }],
  ["max fee per gas less than block base fee", { kind: "underpriced" }],
  ["FeeTooLow", { kind: "underpriced" }],
  ["insufficient funds for gas * price + value", { kind: "deferred" }],
  ["Insufficient funds for gas * price + value", { kind: "deferred" }],
  ["txpool is full", { kind: "deferred" }],
  ["account limit exceeded", { kind: "deferred" }],
  ["in-flight transaction limit reached for delegated accounts", { kind: "deferred" }],
  ["nonce too high", { kind: "deferred" }],
  ["daily request count exceeded, request rate limited", { kind: "deferred" }],
  ["intrinsic gas too high -- tx.gas_limit > env.block.gas_limit", { kind: "refused", isPermanent: true }],
  ["intrinsic gas too low", { kind: "refused", isPermanent: true }],
  ["exceeds block gas limit", { kind: "refused", isPermanent: true }],
  ["GasLimitExceeded", { kind: "refused", isPermanent: true }],
  ["transaction gas limit too high (cap: 16777216, tx: 30000000)", { kind: "refused", isPermanent: true }],
  ["tx fee (1.20 ether) exceeds the configured cap (1.00 ether)", { kind: "refused", isPermanent: true }],
  ["transaction type not supported", { kind: "refused", isPermanent: true }],
  ["the transaction was rejected by policy 7", { kind: "refused", isPermanent: false }],
])("reads: %s", (reason, outcome) => {
  expect(judgeRefusal(reason)).toMatchObject(outcome);
});

it("takes words about nothing of ours as a failure of the node", () => {
  expect(judgeRefusal("internal error")).toBeUndefined();
});
