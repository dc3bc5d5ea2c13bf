import type { Analysis } from "../analysis/analysis.ts";
import type { AstNode } from "../analysis/ast.ts";
import type { Category, Confidence, Severity } from "../finding.ts";

/** What stays the same over all findings of one kind. */
export interface Rule {
  id: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  category: Category;
  swc: string | null;
  recommendation: string;
}

/** One place where a rule is broken. */
export interface Detection {
  rule: Rule;
  /** Statements and expressions: all their lines belong to the finding; the first is quoted. */
  nodes: readonly AstNode[];
  /** Declarations of which only the first line belongs to the finding. */
  heads?: readonly AstNode[];
  /** Where it stands, such as `Vault.withdraw`. */
  subject: string;
  explanation: string;
}

/** Looks for one kind of weakness in a compilation. */
export type Detector = (analysis: Analysis) => Detection[];
