/** How bad a finding is. */
export const severities = ["high", "medium", "low", "info"] as const;
export type Severity = (typeof severities)[number];

/** How sure the detector is. */
export const confidences = ["high", "medium", "low"] as const;
export type Confidence = (typeof confidences)[number];

/** What a finding is about: the ten classes of DASP, and four that came with later contracts. */
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
  "other",
] as const;
export type Category = (typeof categories)[number];

/** One thing that was found, with where, why and what to do. */
export interface Finding {
  /** The same for the same code: the rule, the file and the first line. */
  id: string;
  rule: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  category: Category;
  /** Number in the SWC registry, such as `SWC-107`. */
  swc: string | null;
  file: string;
  lines: number[];
  /** The code of the first line. */
  quote: string;
  /** Where it stands, such as `Vault.withdraw`. */
  subject: string;
  explanation: string;
  recommendation: string;
  /** Which engines found it. */
  engines: ("mintwright" | "slither")[];
}
