import type { Centicredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { findAccountId, insertAccount } from "./accounts.repository.ts";

export async function createAccount(
  database: Database,
  email: string,
  credits: Centicredits,
): Promise<string> {
  const accountId = await insertAccount(database, email, credits);
  if (!accountId)
    throw new AppError("invalid_request", `An account for ${email} already exists. Use another email.`);
  return accountId;
}

/** Resolves an account that an operator named by id or email. */
export async function getAccountId(database: Database, idOrEmail: string): Promise<string> {
  const accountId = await findAccountId(database, idOrEmail);
  if (!accountId)
    throw new AppError("not_found", `No account ${idOrEmail} found. Enter the account's id or email.`);
  return accountId;
}
