import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { writeSarif } from "@mintwright/solidity-audit";
import type { ServeDashboard } from "../../../serving/dashboard-context.ts";
import { RawAnswer } from "../../../serving/operation-context.ts";
import { writeAuditPdf } from "./write-audit-pdf.ts";

/** Converts a report that the browser sends to SARIF or PDF; nothing is stored. */
export function registerReportRoutes(serve: ServeDashboard, version: string): void {
  serve(
    dashboardRoutes.writeSarif,
    async ({ input }) => new RawAnswer("application/sarif+json", writeSarif(input.body.report, version)),
  );

  serve(dashboardRoutes.writeAuditPdf, async ({ input, answerHeaders }) => {
    answerHeaders["content-disposition"] = 'attachment; filename="audit.pdf"';
    return new RawAnswer("application/pdf", await writeAuditPdf(input.body.report, new Date()));
  });
}
