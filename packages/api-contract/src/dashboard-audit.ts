import { z } from "zod";
import { auditReportSchema } from "./contract-answers.ts";

/** What the dashboard does with an audit that was paid for. */
export const auditRoutes = {
  /** Writes a report as SARIF: asking the auditor once more in that form would be charged once more. */
  writeSarif: {
    method: "POST",
    path: "/audit/sarif",
    body: z.object({ report: auditReportSchema }),
    response: z.string(),
  },
} as const;
