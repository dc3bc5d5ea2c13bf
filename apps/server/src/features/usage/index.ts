export { addRequestHours } from "./request-hours.repository.ts";
export { createRequestTotals, type RequestTotal } from "./request-totals.ts";
export { registerUsageDashboard } from "./usage.dashboard.ts";
