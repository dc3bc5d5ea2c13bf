import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { RotatingKeys } from "./dashboard-keys.ts";
import { linkSeconds } from "./email-limits.ts";
import type { EmailOutbox } from "./email-outbox.ts";
import { writeChangedEmail, writeEmailChange } from "./email-texts.ts";
import { isPlaceholderEmail } from "./placeholder-email.ts";
import { replaceEmail } from "./security.repository.ts";

// On demand: a worker imports this feature for its jobs and should not load the library.
const loadCrypto = () => import("better-auth/crypto");

const payloadSchema = z.object({ sub: z.string(), from: z.string(), to: z.string() });

export interface EmailChange {
  /** Sends a link to the new address. */
  request(user: { id: string; email: string }, newEmail: string): Promise<void>;
  /** Changes the email with the token of a link, and returns the new one. The old address is told. */
  confirm(userId: string, token: string): Promise<string>;
}

export function createEmailChange({
  database,
  outbox,
  publicUrl,
  keys: { current, previous },
}: {
  database: Database;
  outbox: EmailOutbox;
  publicUrl: string;
  keys: RotatingKeys;
}): EmailChange {
  return {
    async request({ id, email }, newEmail) {
      const payload = { sub: id, from: email, to: newEmail };
      const { signJWT } = await loadCrypto();
      const token = await signJWT(payload, current.emailChanges, linkSeconds);
      const url = `${publicUrl}/dashboard/change-email?token=${token}`;
      await outbox.post(writeEmailChange(newEmail, url));
    },
    async confirm(userId, token) {
      const { verifyJWT } = await loadCrypto();
      const payload =
        (await verifyJWT(token, current.emailChanges)) ??
        (previous && (await verifyJWT(token, previous.emailChanges)));
      const { data } = payloadSchema.safeParse(payload);
      if (!data || data.sub !== userId || !(await replaceEmail(database, userId, data)))
        throw new AppError(
          "invalid_request",
          "This link is no longer valid, or the address belongs to another user. Request a new link.",
        );
      if (!isPlaceholderEmail(data.from)) await outbox.post(writeChangedEmail(data.from, data.to));
      return data.to;
    },
  };
}
