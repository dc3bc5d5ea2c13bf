export { takeAttempts } from "./attempts.repository.ts";
export { type Auth, createAuth } from "./create-auth.ts";
export { deriveDashboardKeys } from "./dashboard-keys.ts";
export { adoptDashboardSecret } from "./dashboard-secret.repository.ts";
export { createLetterBox, createLetterJob, sendLetterKind } from "./letter-box.ts";
export { createSignInJobs } from "./sign-in.jobs.ts";
export { endOtherSignIns, endSignIn, getUser, listSignIns } from "./sign-in.repository.ts";
export { registerSignInRoutes } from "./sign-in.routes.ts";
export { createSignInService, type SignInService } from "./sign-in.service.ts";
