import type { Database } from "../../platform/database/database.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { DashboardCaller } from "../../serving/dashboard-context.ts";
import { lockAccount } from "../credits/index.ts";
import type { QueueFileDeletion } from "../files/index.ts";
import { countSignedMints } from "../minting/index.ts";
import type { Auth } from "./create-auth.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";
import { toSignInError } from "./sign-in.errors.ts";
import { deleteAccount, findMembership, openAccount } from "./sign-in.repository.ts";

export interface SignInService {
  findCaller(cookie: string | undefined): Promise<DashboardCaller | undefined>;
  assertPassword(cookie: string | undefined, password: string): Promise<void>;
  deleteAccount(caller: DashboardCaller): Promise<void>;
}

export function createSignInService(
  database: Database,
  auth: Auth,
  queueFileDeletion: QueueFileDeletion,
): SignInService {
  return {
    async findCaller(cookie) {
      if (!cookie) return undefined;
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) }).catch((cause) => {
        // The library hides why: the database did not answer.
        throw new ServiceUnavailableError("Your session could not be read. Try again shortly.", { cause });
      });
      if (!found) return undefined;
      const { user, session } = found;
      const find = () => findMembership(database, user.id, session.activeOrganizationId ?? null);
      let membership = await find();
      if (!membership) {
        await openAccount(database, user.id);
        membership = await find();
      }
      return (
        membership && {
          ...membership,
          userId: user.id,
          userName: isPlaceholderEmail(user.email) ? user.name : user.email,
          sessionId: session.id,
        }
      );
    },
    async assertPassword(cookie, password) {
      const answer = await auth.api.verifyPassword({
        body: { password },
        headers: new Headers({ cookie: cookie ?? "" }),
        asResponse: true,
      });
      if (!answer.ok) throw toSignInError(403, { code: "INVALID_PASSWORD" });
    },
    deleteAccount: ({ accountId }) =>
      database.transaction().execute(async (transaction) => {
        await lockAccount(transaction, accountId);
        const signed = await countSignedMints(transaction, accountId);
        if (signed > 0) {
          throw new AppError(
            "account_busy",
            `Tokens of this account are being minted (${signed}). Wait until they are minted or have failed, then delete the account.`,
          );
        }
        await queueFileDeletion(transaction, accountId);
        if (await deleteAccount(transaction, accountId)) return;
        throw new AppError(
          "account_busy",
          "This account has unfinished work. Cancel your collections or wait until they are finished, then delete the account.",
        );
      }),
  };
}
