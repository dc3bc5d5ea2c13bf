export { webhookKind } from "./deliveries.repository.ts";
export { createDeliveryJob, startDeliveryMetrics } from "./delivery-job.ts";
export { registerEndpointRoutes } from "./endpoints.routes.ts";
export { queueForEndpoints, queueWebhook } from "./queue-webhook.ts";
export { checkWebhookUrl } from "./webhook-url.ts";
export { registerWebhooksDashboard } from "./webhooks.dashboard.ts";
export { createWebhookJobs } from "./webhooks.jobs.ts";
export { registerWebhookRoutes } from "./webhooks.routes.ts";
