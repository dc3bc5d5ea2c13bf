import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { takeAttempts } from "../limits/index.ts";
import type { EmailChange } from "./email-change.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";
import { deletePasskey, listPasskeys, removeWallet } from "./security.repository.ts";
import { getUser, getUserEmail } from "./sign-in.repository.ts";
import type { SignInService } from "./sign-in.service.ts";

const done = { done: true as const };
const hour = 3_600;

/** Serves passkeys, wallets and the email of the user. */
export function registerSecurityDashboard(
  serve: ServeDashboard,
  { database, signIn, emailChange }: { database: Database; signIn: SignInService; emailChange: EmailChange },
): void {
  serve(dashboardRoutes.listPasskeys, async ({ caller: { userId } }) => ({
    passkeys: await listPasskeys(database, userId),
  }));

  serve(dashboardRoutes.deletePasskey, async ({ caller: { userId }, input }) => {
    assertDeleted(await deletePasskey(database, userId, input.params.passkeyId), "passkey");
    return done;
  });

  serve(dashboardRoutes.unlinkWallet, async ({ caller: { userId }, input }) => {
    assertDeleted(await removeWallet(database, userId, input.params.address), "wallet");
    return done;
  });

  serve(dashboardRoutes.changeEmail, async ({ caller: { accountId, userId }, input, header }) => {
    const newEmail = input.body.newEmail.toLowerCase();
    if (isPlaceholderEmail(newEmail))
      throw new AppError("invalid_request", "Enter an email address such as ada@example.com.");
    await takeAttempts(database, [
      { subject: `change email ${userId}`, attempts: 5, windowInSeconds: hour },
      { subject: `change email to ${newEmail}`, attempts: 5, windowInSeconds: hour },
    ]);
    const { hasPassword } = await getUser(database, accountId, userId);
    if (hasPassword) await signIn.assertPassword(header("cookie"), input.body.password ?? "");
    await emailChange.request({ id: userId, email: await getUserEmail(database, userId) }, newEmail);
    return done;
  });

  serve(dashboardRoutes.confirmEmailChange, async ({ caller: { userId }, input }) => ({
    email: await emailChange.confirm(userId, input.body.token),
  }));
}

function assertDeleted(result: "deleted" | "unknown" | "only", what: string): void {
  if (result === "unknown") throw new AppError("not_found", `You have no such ${what}.`);
  if (result === "only")
    throw new AppError(
      "forbidden",
      `This ${what} is your only way to sign in. Add a passkey, a wallet or a password first.`,
    );
}
