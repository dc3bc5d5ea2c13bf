/** The dashboard's own API: for browsers with a session, not part of the public API contract. */
export const dashboardApiPath = "/dashboard/api";

/** Below `dashboardApiPath`: every public operation, authenticated with the session instead of a key. */
export const dashboardOperationsPath = "/operations";
