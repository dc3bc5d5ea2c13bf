import { ServiceUnavailableError } from "../../platform/errors.ts";
import { type Auth, type AuthParts, createAuth } from "./create-auth.ts";
import type { OidcProvider } from "./oidc-provider.ts";

const timeoutInMs = 5_000;

/** Signs users in with the operator's identity provider. */
export interface OidcSignIn {
  /** The name on the button. */
  name: string;
  /** Throws while the provider does not answer. */
  getAuth(): Promise<Auth>;
}

/**
 * Creates the sign-in with an identity provider. It has an instance of the library of its own, which is created with the
 * first sign-in: the library reads the provider's settings once, when it starts, and waits for them. A provider that is down
 * therefore delays no other sign-in, and is asked again.
 */
export function createOidcSignIn(parts: AuthParts, oidc: OidcProvider): OidcSignIn {
  let created: Promise<Auth> | undefined;
  return {
    name: oidc.name,
    async getAuth() {
      if (!created) {
        await assertAvailable(oidc);
        created ??= createAuth({ ...parts, oidc });
      }
      return created;
    },
  };
}

/** The URL is the operator's, not a caller's: private addresses are allowed. */
async function assertAvailable({ discoveryUrl }: OidcProvider): Promise<void> {
  try {
    const answer = await fetch(discoveryUrl, { signal: AbortSignal.timeout(timeoutInMs) });
    await answer.body?.cancel();
    if (answer.ok) return;
    throw new Error(`the identity provider answered ${answer.status}`);
  } catch (cause) {
    throw new ServiceUnavailableError("The identity provider does not answer. Try again shortly.", { cause });
  }
}
