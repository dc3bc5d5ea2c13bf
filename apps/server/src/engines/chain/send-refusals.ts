import type { SendOutcome } from "./chain.ts";

const alreadyKnown = /already ?known|already imported|known transaction|already exists|already in/i;
const nonceUsed = /nonce (is )?too low|old ?nonce|nonce.{0,20}(used|lower)/i;
const underpriced =
  /underpriced|replacement|fee ?too ?low|gas price below|less than block base fee|fee cap less|tip too low/i;
/** Refusals that pass when the wallet is funded or the node has capacity: the same transaction is accepted then. */
const temporary =
  /insufficient ?funds|pool|queue|account limit|\brate\b|too many|nonce ?gap|nonce too high|future|in-flight/i;
/** Refusals of the transaction itself: no node will ever mine it. */
const permanent =
  /intrinsic gas|block gas limit|gas ?limit ?(exceeded|too high)|exceeds (the )?(block|max|configured)|oversized|not supported|invalid (sender|chain|signature|transaction)/i;
const refused = /exceed|gas|fee|invalid|reject|limit|transaction|\btx\b/i;

/**
 * Classifies why a node refused a transaction; each client words it differently. Undefined means that the node itself
 * failed.
 */
export function judgeRefusal(reason: string): SendOutcome | undefined {
  if (alreadyKnown.test(reason)) return { kind: "accepted" };
  if (nonceUsed.test(reason)) return { kind: "nonce_used" };
  if (underpriced.test(reason)) return { kind: "underpriced" };
  if (temporary.test(reason)) return { kind: "deferred", reason };
  if (permanent.test(reason)) return { kind: "refused", reason, isPermanent: true };
  if (refused.test(reason)) return { kind: "refused", reason, isPermanent: false };
  return undefined;
}
