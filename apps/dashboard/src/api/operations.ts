import { dashboardApiPath, dashboardOperationsPath } from "@mintwright/api-contract/dashboard-paths";
import { Mintwright } from "@mintwright/sdk";

/** The SDK with the session cookie instead of an API key. */
export const operations = new Mintwright({
  baseUrl: `${location.origin}${dashboardApiPath}${dashboardOperationsPath}`,
});
