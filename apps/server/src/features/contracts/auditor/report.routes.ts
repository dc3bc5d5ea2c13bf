import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { writeSarif } from "@mintwright/solidity-audit";
import type { ServeDashboard } from "../../../serving/dashboard-context.ts";
import { RawAnswer } from "../../../serving/operation-context.ts";
import { compareAudits, type StoredAudit } from "./compare-audits.ts";
import { writeAuditPdf } from "./write-audit-pdf.ts";

export interface ReportParts {
  version: string;
  /** Reads an audit of the account's library. */
  readAudit(accountId: string, itemId: string): Promise<StoredAudit>;
}

/** Converts a report that the browser sends to SARIF or PDF, without storing it, and compares two stored ones. */
export function registerReportRoutes(serve: ServeDashboard, { version, readAudit }: ReportParts): void {
  serve(dashboardRoutes.compareAudits, async ({ input, caller }) => {
    const { beforeId, afterId } = input.query;
    return compareAudits(
      await readAudit(caller.accountId, beforeId),
      await readAudit(caller.accountId, afterId),
    );
  });

  serve(
    dashboardRoutes.writeSarif,
    async ({ input }) => new RawAnswer("application/sarif+json", writeSarif(input.body.report, version)),
  );

  serve(dashboardRoutes.writeAuditPdf, async ({ input, answerHeaders }) => {
    answerHeaders["content-disposition"] = 'attachment; filename="audit.pdf"';
    return new RawAnswer("application/pdf", await writeAuditPdf(input.body.report, new Date()));
  });
}
