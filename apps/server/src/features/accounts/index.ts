export { getAccountCredits, grantCredits, moveGrant, reclaimGrant } from "./accounts.repository.ts";
export { createAccount, getAccountId } from "./accounts.service.ts";
export { giveGrant, listAccountRows, listGrants } from "./grants.repository.ts";
