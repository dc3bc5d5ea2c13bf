export { deleteFilesKind } from "./account-files.ts";
export { takeAttempts } from "./attempts.repository.ts";
export { createAuth } from "./create-auth.ts";
export { createLetterBox, createLetterJob, sendLetterKind } from "./letter-box.ts";
export { createSignInJobs } from "./sign-in.jobs.ts";
export { endOtherSignIns, endSignIn, getUser, listSignIns } from "./sign-in.repository.ts";
export { registerSignInRoutes } from "./sign-in.routes.ts";
export { createSignInService, type SignInService } from "./sign-in.service.ts";
