export const severities = ["high", "medium", "low", "info"] as const;
export type Severity = (typeof severities)[number];

/** How certain the detector is. */
export const confidences = ["high", "medium", "low"] as const;
export type Confidence = (typeof confidences)[number];

/** The ten DASP classes, and five that later contracts added. */
export const categories = [
  "reentrancy",
  "access_control",
  "arithmetic",
  "unchecked_low_level_calls",
  "denial_of_service",
  "bad_randomness",
  "front_running",
  "time_manipulation",
  "short_addresses",
  "price_manipulation",
  "signatures",
  "upgradeability",
  "token_integration",
  "input_validation",
  "other",
] as const;
export type Category = (typeof categories)[number];

/** A test for Foundry that shows the loss. */
export interface Proof {
  test: string;
  explanation: string;
}

export interface Finding {
  /** Stable for the same code: derived from the rule, the file and the first line. */
  id: string;
  rule: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  category: Category;
  /** Id in the SWC registry, such as `SWC-107`. */
  swc: string | null;
  file: string;
  lines: number[];
  /** The code of the first line. */
  quote: string;
  /** The affected code, such as `Vault.withdraw`. */
  subject: string;
  explanation: string;
  recommendation: string;
  engines: ("mintwright" | "slither" | "model")[];
  /** Present if the exploit was built and ran in forge's EVM. */
  proof?: Proof | undefined;
}
