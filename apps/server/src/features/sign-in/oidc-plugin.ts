import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { type OidcProvider, oidcProvider } from "./oidc-provider.ts";

/** Sign-in by OpenID Connect: authorization code with PKCE, and ID tokens that are verified with the provider's keys. */
export function createOidcPlugin({ discoveryUrl, clientId, clientSecret }: OidcProvider) {
  return genericOAuth({
    config: [
      {
        ...{ providerId: oidcProvider, discoveryUrl, clientId, clientSecret },
        scopes: ["openid", "email", "profile"],
        pkce: true,
        requireIdTokenVerification: true,
        requireEmailVerification: true,
        mapProfileToUser: ({ name, email }) => ({ name: String(name || String(email).split("@")[0]) }),
      },
    ],
  });
}
