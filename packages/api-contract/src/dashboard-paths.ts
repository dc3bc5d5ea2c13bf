/** Where the dashboard's own API lives: for browsers with a session, not part of the public contract. */
export const dashboardApiPath = "/dashboard/api";

/** Under which, there, every public operation is served with the session in place of a key. */
export const dashboardOperationsPath = "/operations";
