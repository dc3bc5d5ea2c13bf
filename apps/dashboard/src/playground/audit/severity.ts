import type { AuditReport } from "@mintwright/sdk";

export type Severity = AuditReport["findings"][number]["severity"];

/** How grave a finding can be, the gravest first. */
export const severities = ["high", "medium", "low", "info"] as const satisfies Severity[];

/** The colours of each; literal, so that the styles are built. */
export const severityLooks: Record<Severity, { text: string; soft: string }> = {
  high: { text: "text-(--finding-high)", soft: "bg-(--finding-high-soft)" },
  medium: { text: "text-(--finding-medium)", soft: "bg-(--finding-medium-soft)" },
  low: { text: "text-(--finding-low)", soft: "bg-(--finding-low-soft)" },
  info: { text: "text-(--finding-info)", soft: "bg-(--finding-info-soft)" },
};
