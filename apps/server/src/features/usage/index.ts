export { addRequestHours } from "./request-hours.repository.ts";
export { createRequestTotals } from "./request-totals.ts";
export { registerUsageDashboard } from "./usage.dashboard.ts";
