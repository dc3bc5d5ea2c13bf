import type { Centicredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { findAccountId, insertAccount } from "./accounts.repository.ts";

/** Creates an account with its first credits. */
export async function createAccount(
  database: Database,
  email: string,
  credits: Centicredits,
): Promise<string> {
  const accountId = await insertAccount(database, email, credits);
  if (!accountId) throw new AppError("invalid_request", `There is already an account for ${email}.`);
  return accountId;
}

/** Gets the id of the account that an operator named by id or email. */
export async function getAccountId(database: Database, idOrEmail: string): Promise<string> {
  const accountId = await findAccountId(database, idOrEmail);
  if (!accountId)
    throw new AppError("not_found", `There is no account ${idOrEmail}. Use its id or its email.`);
  return accountId;
}
