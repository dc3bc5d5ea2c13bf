import { z } from "zod";
import { defineRoute } from "./dashboard-route.ts";

const done = z.object({ done: z.literal(true) });

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** True when the passkey is synchronised between devices. */
  isSynced: z.boolean(),
});

export type Passkey = z.infer<typeof passkeySchema>;

/** Routes for how the user signs in, besides those of the sign-in library. */
export const securityRoutes = {
  listPasskeys: defineRoute({
    method: "GET",
    path: "/passkeys",
    response: z.object({ passkeys: z.array(passkeySchema) }),
  }),
  deletePasskey: defineRoute({
    method: "DELETE",
    path: "/passkeys/{passkeyId}",
    params: z.object({ passkeyId: z.string().max(64) }),
    response: done,
  }),
  unlinkWallet: defineRoute({
    method: "DELETE",
    path: "/wallets/{address}",
    params: z.object({
      address: z.string().regex(/^0x[0-9a-fA-F]{40}$/, "address must be the address of a wallet"),
    }),
    response: done,
  }),
  changeEmail: defineRoute({
    method: "POST",
    path: "/email/change",
    body: z.object({
      newEmail: z.email("Enter an email address such as ada@example.com.").max(254),
      password: z.string().max(128).optional(),
    }),
    /** The email changes when the link in the email to the new address is opened. */
    response: done,
  }),
  confirmEmailChange: defineRoute({
    method: "POST",
    path: "/email/confirm",
    body: z.object({ token: z.string().max(2_000) }),
    response: z.object({ email: z.string() }),
  }),
} as const;
