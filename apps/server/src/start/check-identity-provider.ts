import { z } from "zod";
import type { OidcConfig } from "../config/index.ts";

const settingsSchema = z.object({ issuer: z.string(), token_endpoint: z.string(), jwks_uri: z.string() });

/** Asks the identity provider for its settings, as the first sign-in does. */
export async function checkIdentityProvider({ discoveryUrl, name }: OidcConfig): Promise<string> {
  const answer = await fetch(discoveryUrl, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`${discoveryUrl} answers ${answer.status}`);
  const settings = settingsSchema.safeParse(await answer.json().catch(() => undefined));
  if (!settings.success) throw new Error(`${discoveryUrl} is no OpenID Connect provider`);
  return `${settings.data.issuer} answers; the sign-in page calls it ${name}`;
}
