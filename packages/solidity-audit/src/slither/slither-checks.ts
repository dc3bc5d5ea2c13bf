import type { Category, Severity } from "../finding.ts";

/** What we make of one of Slither's checks. */
export interface SlitherCheck {
  category: Category;
  severity: Severity;
  swc: string | null;
  title: string;
  recommendation: string;
}

const checksEffects = "Change state before the call, or guard the function against reentrancy.";
const checkResult = "Check the result and revert when the call failed.";
const setOnce = "Give the variable a value before it is used.";

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
 * The checks of Slither that are run, and what they mean here. Left out are those on style, gas and events, those
 * that only say that a feature is used, and those that our own detectors answer with fewer false alarms
 * (timestamps, benign reentrancy, array lengths).
 */
export const slitherChecks: Record<string, SlitherCheck> = {
  "reentrancy-eth": row(
    "reentrancy",
    "high",
    107,
    "Ether is sent before the books are changed",
    checksEffects,
  ),
  "reentrancy-balance": row(
    "reentrancy",
    "high",
    107,
    "A balance is used across an external call",
    checksEffects,
  ),
  "reentrancy-no-eth": row(
    "reentrancy",
    "medium",
    107,
    "A contract is called before the books are changed",
    checksEffects,
  ),
  "arbitrary-send-eth": row(
    "access_control",
    "medium",
    105,
    "Ether goes to an address that callers can influence",
    "Allow the payment only to the owner, or only to those it is owed to.",
  ),
  "arbitrary-send-erc20": row(
    "access_control",
    "high",
    105,
    "Tokens are taken from an address of the caller's choice",
    "Take tokens only from `msg.sender`.",
  ),
  "arbitrary-send-erc20-permit": row(
    "access_control",
    "high",
    105,
    "Tokens are taken from anybody who signed a permit",
    "Take tokens only from `msg.sender`.",
  ),
  suicidal: row(
    "access_control",
    "high",
    106,
    "Anybody can destroy the contract",
    "Allow it only to the owner, or remove it.",
  ),
  // Whether it is open to everybody our own detector knows: alone, this one also fires behind an owner.
  "controlled-delegatecall": row(
    "access_control",
    "medium",
    112,
    "Callers choose the code that runs with the contract's storage",
    "Delegate only to a fixed address.",
  ),
  "delegatecall-loop": row(
    "access_control",
    "medium",
    112,
    "The same ether counts several times in a loop of delegatecalls",
    "Do not delegate in a loop inside a payable function.",
  ),
  "msg-value-loop": row(
    "access_control",
    "high",
    null,
    "The same ether counts several times in a loop",
    "Sum up what was spent and compare it with `msg.value` once.",
  ),
  "protected-vars": row(
    "access_control",
    "high",
    105,
    "A protected variable is written without its guard",
    "Call the guard that the comment names.",
  ),
  "unprotected-upgrade": row(
    "upgradeability",
    "high",
    105,
    "Anybody can initialise or destroy the implementation",
    "Disable the initialisers in the implementation's constructor.",
  ),
  "tx-origin": row(
    "access_control",
    "medium",
    115,
    "The sender of the transaction is taken for the caller",
    "Compare `msg.sender`, not `tx.origin`.",
  ),
  "unchecked-lowlevel": row(
    "unchecked_low_level_calls",
    "medium",
    104,
    "The result of a low-level call is not checked",
    checkResult,
  ),
  "unchecked-send": row(
    "unchecked_low_level_calls",
    "medium",
    104,
    "The result of `send` is not checked",
    checkResult,
  ),
  "unchecked-transfer": row(
    "token_integration",
    "medium",
    104,
    "The result of a token transfer is not checked",
    "Use SafeERC20, or check the boolean.",
  ),
  "weak-prng": row(
    "bad_randomness",
    "high",
    120,
    "A number that miners and callers can foresee is used as chance",
    "Take randomness from a verifiable random function, or commit and reveal.",
  ),
  "incorrect-exp": row("arithmetic", "medium", null, "`^` is not a power", "Use `**`."),
  "incorrect-shift": row(
    "arithmetic",
    "high",
    null,
    "The operands of a shift are in the wrong order",
    "Swap them.",
  ),
  "divide-before-multiply": row(
    "arithmetic",
    "low",
    101,
    "A division before a multiplication loses precision",
    "Multiply first.",
  ),
  "uninitialized-storage": row(
    "other",
    "high",
    109,
    "A local variable points at the first place in storage",
    setOnce,
  ),
  "uninitialized-state": row("other", "medium", 109, "A state variable is read but never set", setOnce),
  "shadowing-state": row(
    "other",
    "medium",
    119,
    "A state variable hides one of the same name",
    "Rename one of them.",
  ),
  "array-by-reference": row(
    "other",
    "high",
    null,
    "A storage array is changed in a copy",
    "Pass it by `storage`.",
  ),
  "encode-packed-collision": row(
    "signatures",
    "medium",
    133,
    "Different values pack to the same bytes",
    "Use `abi.encode`.",
  ),
  "domain-separator-collision": row(
    "signatures",
    "medium",
    null,
    "A function collides with EIP-2612's domain separator",
    "Rename it.",
  ),
  "incorrect-return": row(
    "other",
    "medium",
    null,
    "Assembly ends the whole call early",
    "Use `leave` instead of `return`.",
  ),
  "return-leave": row("other", "medium", null, "Assembly leaves where it should return", "Use `return`."),
  "multiple-constructors": row(
    "access_control",
    "high",
    118,
    "Two constructors in one contract",
    "Keep one.",
  ),
  rtlo: row("other", "high", 130, "A character turns the direction of the text", "Remove it."),
  "locked-ether": row(
    "other",
    "low",
    132,
    "Ether comes in and never gets out",
    "Add a withdrawal, or refuse ether.",
  ),
  "enum-conversion": row(
    "other",
    "medium",
    null,
    "A number is turned into an enum without a check",
    "Check its range.",
  ),
  "mapping-deletion": row(
    "other",
    "medium",
    null,
    "Deleting a struct leaves its mapping behind",
    "Delete its entries one by one.",
  ),
  "tautological-compare": row(
    "other",
    "low",
    null,
    "A value is compared with itself",
    "Correct the comparison.",
  ),
};
