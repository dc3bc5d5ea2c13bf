import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { takeAttempts } from "../limits/index.ts";
import {
  endOtherSignIns,
  endSignIn,
  getOrganisationName,
  getUser,
  listSignIns,
} from "./sign-in.repository.ts";
import type { SignInService } from "./sign-in.service.ts";

const done = { done: true as const };

/** Serves who is signed in, where, and how to leave for good. */
export function registerSignInDashboard(
  serve: ServeDashboard,
  { database, signIn }: { database: Database; signIn: SignInService },
): void {
  serve(dashboardRoutes.getSession, async ({ caller: { accountId, userId, role } }) => ({
    user: await getUser(database, accountId, userId),
    account: { id: accountId, name: await getOrganisationName(database, accountId), role },
  }));

  serve(dashboardRoutes.listSignIns, async ({ caller: { userId, sessionId } }) => ({
    signIns: await listSignIns(database, userId, sessionId),
  }));

  serve(dashboardRoutes.endSignIn, async ({ caller: { userId }, input }) => {
    if (!(await endSignIn(database, userId, input.params.signInId)))
      throw new AppError("not_found", "There is no such sign-in. It may have ended already.");
    return done;
  });

  serve(dashboardRoutes.endOtherSignIns, async ({ caller: { userId, sessionId } }) => {
    await endOtherSignIns(database, userId, sessionId);
    return done;
  });

  serve(dashboardRoutes.deleteAccount, async ({ caller, input, header }) => {
    const { hasPassword } = await getUser(database, caller.accountId, caller.userId);
    if (hasPassword) {
      await takeAttempts(database, [
        { subject: `password ${caller.userId}`, attempts: 10, windowInSeconds: 900 },
      ]);
      await signIn.assertPassword(header("cookie"), input.body.password ?? "");
    }
    await signIn.deleteAccount(caller);
    return done;
  });
}
