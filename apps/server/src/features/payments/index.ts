export { createPaymentJobs } from "./payments.jobs.ts";
export { paymentEventsPath, registerPaymentEvents, registerPaymentRoutes } from "./payments.routes.ts";
export { createPaymentService } from "./payments.service.ts";
export { type PaymentDifference, reconcilePayments } from "./reconcile-payments.ts";
export { registerTopUpDashboard } from "./top-up.dashboard.ts";
export { createTopUpCheckJob, createTopUpJob, topUpKind } from "./top-up.jobs.ts";
export { createTopUpService } from "./top-up.service.ts";
