export { listAccountRows } from "./accounts.repository.ts";
export { createAccount, getAccountId } from "./accounts.service.ts";
