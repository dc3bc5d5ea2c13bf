import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { setRequestCookie } from "better-auth/cookies";
import { makeSignature } from "better-auth/crypto";

/**
 * Accepts session cookies that the previous secret signed, by signing them anew before the library reads them. The
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
