import { dashboardApiPath, dashboardOperationsPath } from "@mintwright/api-contract/dashboard-paths";
import { Mintwright } from "@mintwright/sdk";

/** The public operations, called with the session's cookie instead of a key: prices, dry runs and streams as anybody has them. */
export const operations = new Mintwright({
  baseUrl: `${location.origin}${dashboardApiPath}${dashboardOperationsPath}`,
});
