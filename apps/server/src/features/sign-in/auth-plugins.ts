import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware } from "better-auth/api";
import { setRequestCookie, setSessionCookie } from "better-auth/cookies";
import { makeSignature } from "better-auth/crypto";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { readConfirmationToken } from "./confirmation-token.ts";
import type { RotatingKeys } from "./dashboard-keys.ts";
import { confirmUser } from "./sign-in.repository.ts";

/**
 * Confirms an email address through the link that was sent to it. The password is set here and not at sign-up, because
 * only here it is certain that the person who chooses it receives the email.
 */
export function confirmEmail(database: Database, keys: RotatingKeys) {
  return {
    id: "confirm-email",
    endpoints: {
      confirmEmail: createAuthEndpoint(
        "/confirm-email",
        { method: "POST", body: z.object({ token: z.string(), newPassword: z.string() }) },
        async (context) => {
          const { token, newPassword } = context.body;
          const { password, internalAdapter } = context.context;
          if (newPassword.length < password.config.minPasswordLength) throw refuse("PASSWORD_TOO_SHORT");
          if (newPassword.length > password.config.maxPasswordLength) throw refuse("PASSWORD_TOO_LONG");
          const userId = await readConfirmationToken(keys, token);
          if (!userId) throw refuse("INVALID_TOKEN");
          const isConfirmed = await confirmUser(database, userId, await password.hash(newPassword));
          const user = isConfirmed && (await internalAdapter.findUserById(userId));
          if (!user) throw refuse("INVALID_TOKEN");
          await setSessionCookie(context, { session: await internalAdapter.createSession(userId), user });
          return context.json({ email: user.email });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refuse(code: string): APIError {
  return new APIError("BAD_REQUEST", { code });
}

/**
 * Accepts session cookies signed with the previous secret, by signing them again before the library reads them. The
 * library's own `secrets` option rotates encryption only.
 */
export function acceptPreviousCookies(previousKey: string) {
  return {
    id: "previous-cookies",
    hooks: {
      before: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (context) => {
            const { name } = context.context.authCookies.sessionToken;
            const token = await context.getSignedCookie(name, previousKey);
            if (!token) return;
            const headers = new Headers(context.headers);
            const signature = await makeSignature(token, context.context.secret);
            setRequestCookie(headers, name, `${token}.${signature}`);
            return { context: { headers } };
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
