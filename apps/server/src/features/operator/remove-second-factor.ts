import type { Database } from "../../platform/database/database.ts";
import { insertOperatorEntry } from "../organisations/index.ts";
import { deleteSecondFactor } from "../sign-in/index.ts";

/**
 * Removes the second factor of a user who lost it, with an entry in the audit log of each of the user's organisations.
 * Returns undefined when no user with a second factor has this email.
 */
export function removeSecondFactor(
  database: Database,
  email: string,
): Promise<{ userId: string; email: string } | undefined> {
  return database.transaction().execute(async (transaction) => {
    const removed = await deleteSecondFactor(transaction, email);
    if (!removed) return undefined;
    const { accountIds, userId } = removed;
    const action = "member.second_factor_removed";
    for (const accountId of accountIds)
      await insertOperatorEntry(transaction, accountId, { userId, action, subject: removed.email });
    return { userId, email: removed.email };
  });
}
