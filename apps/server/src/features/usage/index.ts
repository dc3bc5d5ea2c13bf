export { addRequestHours } from "./request-hours.repository.ts";
export { createRequestTotals, type RequestTotals } from "./request-totals.ts";
export { registerUsageDashboard } from "./usage.dashboard.ts";
