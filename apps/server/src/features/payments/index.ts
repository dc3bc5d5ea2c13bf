export { createPaymentJobs } from "./payments.jobs.ts";
export { paymentEventsPath, registerPaymentEvents, registerPaymentRoutes } from "./payments.routes.ts";
export { createPaymentService } from "./payments.service.ts";
export { type PaymentDifference, reconcilePayments } from "./reconcile-payments.ts";
