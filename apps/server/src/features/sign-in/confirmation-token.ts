import { signJWT, verifyJWT } from "better-auth/crypto";
import { z } from "zod";
import type { RotatingKeys } from "./dashboard-keys.ts";
import { linkSeconds } from "./email-limits.ts";

const payloadSchema = z.object({ sub: z.string() });

/** Creates the token of a confirmation link. It contains the email, which the page shows to its reader. */
export function writeConfirmationToken(
  { current }: RotatingKeys,
  user: { id: string; email: string },
): Promise<string> {
  return signJWT({ sub: user.id, email: user.email }, current.emailLinks, linkSeconds);
}

/** Reads the user of a confirmation link; undefined when it is forged or expired. */
export async function readConfirmationToken(
  { current, previous }: RotatingKeys,
  token: string,
): Promise<string | undefined> {
  const payload =
    (await verifyJWT(token, current.emailLinks)) ??
    (previous && (await verifyJWT(token, previous.emailLinks)));
  return payloadSchema.safeParse(payload).data?.sub;
}
