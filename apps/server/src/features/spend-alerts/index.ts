export { createSpendAlertJob } from "./spend-alert-job.ts";
export { registerSpendAlertsDashboard } from "./spend-alerts.dashboard.ts";
