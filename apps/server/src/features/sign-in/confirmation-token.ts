import { signJWT, verifyJWT } from "better-auth/crypto";
import { z } from "zod";
import type { RotatingKeys } from "./dashboard-keys.ts";
import { linkSeconds } from "./email-limits.ts";

const payloadSchema = z.object({ sub: z.string() });

/** Writes the token of a confirmation link. The page shows its email, so that its reader knows whose account it is. */
export function writeConfirmationToken(
  { current }: RotatingKeys,
  user: { id: string; email: string },
): Promise<string> {
  return signJWT({ sub: user.id, email: user.email }, current.emailLinks, linkSeconds);
}

/** Reads which user a confirmation link is for; nothing when it is forged or too old. */
export async function readConfirmationToken(
  { current, previous }: RotatingKeys,
  token: string,
): Promise<string | undefined> {
  const payload =
    (await verifyJWT(token, current.emailLinks)) ??
    (previous && (await verifyJWT(token, previous.emailLinks)));
  return payloadSchema.safeParse(payload).data?.sub;
}
