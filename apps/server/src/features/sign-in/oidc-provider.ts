/** The id of the operator's identity provider in `user_login.provider` and in the callback's path. */
export const oidcProvider = "oidc";

/** An OpenID Connect provider, as the operator configures it. */
export interface OidcProvider {
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  /** What the button on the sign-in page calls it. */
  name: string;
}
