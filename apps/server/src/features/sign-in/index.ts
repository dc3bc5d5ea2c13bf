export { type Auth, createAuth } from "./create-auth.ts";
export { deriveDashboardKeys } from "./dashboard-keys.ts";
export { adoptDashboardSecret } from "./dashboard-secret.repository.ts";
export { createEmailJob, createEmailOutbox, measureEmailAge, sendEmailKind } from "./email-outbox.ts";
export { registerSignInDashboard } from "./sign-in.dashboard.ts";
export { createSignInJobs } from "./sign-in.jobs.ts";
export { getUser } from "./sign-in.repository.ts";
export { registerSignInRoutes } from "./sign-in.routes.ts";
export { createSignInService, type SignInService } from "./sign-in.service.ts";
