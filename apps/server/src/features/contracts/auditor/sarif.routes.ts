import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { writeSarif } from "@mintwright/solidity-audit";
import type { ServeDashboard } from "../../../serving/dashboard-context.ts";
import { RawAnswer } from "../../../serving/operation-context.ts";

/** Converts a report that the browser sends to SARIF; nothing is stored. */
export function registerSarifRoute(serve: ServeDashboard, version: string): void {
  serve(
    dashboardRoutes.writeSarif,
    async ({ input }) => new RawAnswer("application/sarif+json", writeSarif(input.body.report, version)),
  );
}
