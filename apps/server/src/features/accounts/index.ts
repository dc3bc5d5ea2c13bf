export { getAccountCredits, grantCredits, moveGrant } from "./accounts.repository.ts";
export { createAccount, getAccountId } from "./accounts.service.ts";
