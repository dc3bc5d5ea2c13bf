import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { type OidcProvider, oidcProvider } from "./oidc-provider.ts";

/**
 * Sign-in by OpenID Connect: authorization code with PKCE, and ID tokens that are verified with the provider's keys. The library
 * links a login to a user only if the provider has confirmed the email, and `assertConfirmedEmail` covers new users. Its own
 * `requireEmailVerification` would refuse a user whose sign-up the same request has just confirmed.
 */
export function createOidcPlugin({ discoveryUrl, clientId, clientSecret }: OidcProvider) {
  return genericOAuth({
    config: [
      {
        ...{ providerId: oidcProvider, discoveryUrl, clientId, clientSecret },
        scopes: ["openid", "email", "profile"],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: ({ name, email }) => ({ name: String(name || String(email).split("@")[0]) }),
      },
    ],
  });
}

/** Refuses to open an account for an email that the provider has not confirmed. The library would, and send an email there. */
export function assertConfirmedEmail(isConfirmed: boolean): void {
  if (!isConfirmed) throw new APIError("FORBIDDEN", { code: "email_not_verified" });
}
