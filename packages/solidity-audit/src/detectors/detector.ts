import type { Analysis } from "../analysis/analysis.ts";
import type { AstNode } from "../analysis/ast.ts";
import type { Category, Confidence, Severity } from "../finding.ts";

/** The text and severity shared by all findings of one kind. */
export interface Rule {
  id: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  category: Category;
  swc: string | null;
  recommendation: string;
}

/** One violation of a rule. */
export interface Detection {
  rule: Rule;
  /** Statements and expressions. All their lines belong to the finding; the first one is quoted. */
  nodes: readonly AstNode[];
  /** Declarations. Only their first line belongs to the finding. */
  heads?: readonly AstNode[];
  /** The affected code, such as `Vault.withdraw`. */
  subject: string;
  explanation: string;
}

export type Detector = (analysis: Analysis) => Detection[];
