import type { AuditReport } from "@mintwright/sdk";
import { call } from "../../api/call.ts";

/** Has the server write a report as SARIF: free, for the audit is paid. */
export async function fetchSarif(report: AuditReport): Promise<string> {
  return JSON.stringify(await call<object>("POST", "/audit/sarif", { report }), null, 2);
}
