import type { Category, Severity } from "../finding.ts";

/** How one of Slither's checks is reported. */
export interface SlitherCheck {
  category: Category;
  severity: Severity;
  swc: string | null;
  title: string;
  recommendation: string;
}

const checksEffects = "Update the state before the call, or add a reentrancy guard.";
const checkResult = "Check the result and revert if the call failed.";
const setOnce = "Assign a value before the variable is used.";

function row(
  category: Category,
  severity: Severity,
  swc: number | null,
  title: string,
  recommendation: string,
): SlitherCheck {
  return { category, severity, swc: swc === null ? null : `SWC-${swc}`, title, recommendation };
}

/**
 * The Slither checks that are run, and their findings. Left out are checks on style, gas and events, checks that only
 * report the use of a feature, and checks for which the built-in detectors have fewer false positives (timestamps,
 * benign reentrancy, array lengths).
 */
export const slitherChecks: Record<string, SlitherCheck> = {
  "reentrancy-eth": row(
    "reentrancy",
    "high",
    107,
    "Reentrancy: Ether is sent before the balance is updated",
    checksEffects,
  ),
  "reentrancy-balance": row(
    "reentrancy",
    "high",
    107,
    "Reentrancy: a balance is used across an external call",
    checksEffects,
  ),
  "reentrancy-no-eth": row(
    "reentrancy",
    "medium",
    107,
    "Reentrancy: an external contract is called before the state is updated",
    checksEffects,
  ),
  "arbitrary-send-eth": row(
    "access_control",
    "medium",
    105,
    "Arbitrary send: callers can influence who receives Ether",
    "Restrict the payment to the owner, or to accounts that are owed it.",
  ),
  "arbitrary-send-erc20": row(
    "access_control",
    "high",
    105,
    "Arbitrary transferFrom: tokens are taken from an address that the caller chooses",
    "Take tokens only from `msg.sender`.",
  ),
  "arbitrary-send-erc20-permit": row(
    "access_control",
    "high",
    105,
    "Arbitrary transferFrom with permit: tokens are taken from anyone who signed a permit",
    "Take tokens only from `msg.sender`.",
  ),
  suicidal: row(
    "access_control",
    "high",
    106,
    "Unprotected selfdestruct: anyone can destroy the contract",
    "Restrict it to the owner, or remove it.",
  ),
  // The built-in detector knows whether the function is unprotected; this check also reports owner-only functions.
  "controlled-delegatecall": row(
    "access_control",
    "medium",
    112,
    "Delegatecall to an address that callers choose",
    "Use delegatecall only with a fixed address.",
  ),
  "delegatecall-loop": row(
    "access_control",
    "medium",
    112,
    "msg.value reuse: delegatecall in a loop",
    "Do not use delegatecall in a loop inside a payable function.",
  ),
  "msg-value-loop": row(
    "access_control",
    "high",
    null,
    "msg.value reuse in a loop",
    "Sum up what was spent and compare it with `msg.value` once.",
  ),
  "protected-vars": row(
    "access_control",
    "high",
    105,
    "Missing access control: a protected variable is written without its guard",
    "Call the guard that the comment names.",
  ),
  "unprotected-upgrade": row(
    "upgradeability",
    "high",
    105,
    "Unprotected initializer: anyone can initialize or destroy the implementation",
    "Disable the initializers in the implementation's constructor.",
  ),
  "tx-origin": row(
    "access_control",
    "medium",
    115,
    "Authorization through tx.origin",
    "Compare `msg.sender`, not `tx.origin`.",
  ),
  "unchecked-lowlevel": row(
    "unchecked_low_level_calls",
    "medium",
    104,
    "Unchecked return value of a low-level call",
    checkResult,
  ),
  "unchecked-send": row(
    "unchecked_low_level_calls",
    "medium",
    104,
    "Unchecked return value of `send`",
    checkResult,
  ),
  "unchecked-transfer": row(
    "token_integration",
    "medium",
    104,
    "Unchecked return value of a token transfer",
    "Use SafeERC20, or check the boolean.",
  ),
  "weak-prng": row(
    "bad_randomness",
    "high",
    120,
    "Weak randomness: block data is predictable",
    "Use a verifiable random function (VRF oracle), or a commit-reveal scheme.",
  ),
  "incorrect-exp": row("arithmetic", "medium", null, "Incorrect exponentiation: `^` is XOR", "Use `**`."),
  "incorrect-shift": row(
    "arithmetic",
    "high",
    null,
    "Incorrect shift: the operands are in the wrong order",
    "Swap them.",
  ),
  "divide-before-multiply": row(
    "arithmetic",
    "low",
    101,
    "Precision loss: division before multiplication",
    "Multiply first.",
  ),
  "uninitialized-storage": row("other", "high", 109, "Uninitialized storage pointer", setOnce),
  "uninitialized-state": row("other", "medium", 109, "Uninitialized state variable", setOnce),
  "shadowing-state": row("other", "medium", 119, "State variable shadowing", "Rename one of them."),
  "array-by-reference": row(
    "other",
    "high",
    null,
    "A storage array is modified in a memory copy",
    "Pass it by `storage`.",
  ),
  "encode-packed-collision": row(
    "signatures",
    "medium",
    133,
    "Hash collision with abi.encodePacked",
    "Use `abi.encode`.",
  ),
  "domain-separator-collision": row(
    "signatures",
    "medium",
    null,
    "Function selector collides with EIP-2612's DOMAIN_SEPARATOR",
    "Rename it.",
  ),
  "incorrect-return": row(
    "other",
    "medium",
    null,
    "Assembly `return` ends the whole call",
    "Use `leave` instead of `return`.",
  ),
  "return-leave": row("other", "medium", null, "Assembly `leave` where `return` is needed", "Use `return`."),
  "multiple-constructors": row(
    "access_control",
    "high",
    118,
    "Multiple constructors in one contract",
    "Keep one.",
  ),
  rtlo: row("other", "high", 130, "Right-to-left override character", "Remove it."),
  "locked-ether": row(
    "other",
    "low",
    132,
    "Locked Ether: the contract cannot send it out",
    "Add a withdrawal function, or reject Ether.",
  ),
  "enum-conversion": row("other", "medium", null, "Unchecked enum conversion", "Check its range."),
  "mapping-deletion": row(
    "other",
    "medium",
    null,
    "Deleting a struct does not delete its mapping",
    "Delete its entries one by one.",
  ),
  "tautological-compare": row(
    "other",
    "low",
    null,
    "Tautological comparison: a value is compared with itself",
    "Fix the comparison.",
  ),
};
