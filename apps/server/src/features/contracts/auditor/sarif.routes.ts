import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { writeSarif } from "@mintwright/solidity-audit";
import type { ServeDashboard } from "../../../serving/dashboard-context.ts";
import { RawAnswer } from "../../../serving/operation-context.ts";

/** Serves reports that a page holds already in the form that code hosts read; nothing is kept. */
export function registerSarifRoute(serve: ServeDashboard, version: string): void {
  serve(
    dashboardRoutes.writeSarif,
    async ({ input }) => new RawAnswer("application/sarif+json", writeSarif(input.body.report, version)),
  );
}
