export { type Auth, createAuth } from "./create-auth.ts";
export { deriveDashboardKeys } from "./dashboard-keys.ts";
export { adoptDashboardSecret } from "./dashboard-secret.repository.ts";
export { createEmailChange } from "./email-change.ts";
export {
  createEmailJob,
  createEmailOutbox,
  type EmailOutbox,
  measureEmailAge,
  sendEmailKind,
} from "./email-outbox.ts";
export { registerOidcRoutes } from "./oidc.routes.ts";
export { createOidcSignIn } from "./oidc-sign-in.ts";
export { registerSecurityDashboard } from "./security.dashboard.ts";
export { deleteSecondFactor } from "./security.repository.ts";
export { registerSignInDashboard } from "./sign-in.dashboard.ts";
export { toSignInError } from "./sign-in.errors.ts";
export { createSignInJobs } from "./sign-in.jobs.ts";
export { getUser, listAccountEmails } from "./sign-in.repository.ts";
export { registerSignInRoutes } from "./sign-in.routes.ts";
export { createSignInService, type SignInService } from "./sign-in.service.ts";
export { reencryptSecondFactors } from "./two-factor-keys.ts";
