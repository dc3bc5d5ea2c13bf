import { z } from "zod";

const done = z.object({ done: z.literal(true) });
const email = z.string();
const newPassword = z.string();
const token = z.string();
/** For the browser's `PublicKeyCredential.parse…OptionsFromJSON`. */
const webAuthnOptions = z.record(z.string(), z.unknown());

/** The sign-in library's routes that the server exposes. The library validates their bodies itself. */
export const authRoutes = {
  signUp: { method: "POST", path: "/auth/sign-up/email", body: z.object({ email }), response: done },
  confirmEmail: {
    method: "POST",
    path: "/auth/confirm-email",
    body: z.object({ token, newPassword }),
    response: done,
  },
  signIn: {
    method: "POST",
    path: "/auth/sign-in/email",
    body: z.object({ email, password: z.string() }),
    /** With `needsCode` the user is not signed in yet: the code of the authenticator app comes next. */
    response: done.extend({ needsCode: z.boolean().optional() }),
  },
  verifyCode: {
    method: "POST",
    path: "/auth/two-factor/verify-totp",
    body: z.object({ code: z.string(), trustDevice: z.boolean().optional() }),
    response: done,
  },
  verifyBackupCode: {
    method: "POST",
    path: "/auth/two-factor/verify-backup-code",
    body: z.object({ code: z.string() }),
    response: done,
  },
  enableTwoFactor: {
    method: "POST",
    path: "/auth/two-factor/enable",
    body: z.object({ password: z.string() }),
    /** Shown once. The second factor is asked for after the first code was verified. */
    response: done.extend({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
  },
  disableTwoFactor: {
    method: "POST",
    path: "/auth/two-factor/disable",
    body: z.object({ password: z.string() }),
    response: done,
  },
  createBackupCodes: {
    method: "POST",
    path: "/auth/two-factor/generate-backup-codes",
    body: z.object({ password: z.string() }),
    response: done.extend({ backupCodes: z.array(z.string()) }),
  },
  createPasskeyOptions: {
    method: "GET",
    path: "/auth/passkey/generate-register-options",
    response: webAuthnOptions,
  },
  addPasskey: {
    method: "POST",
    path: "/auth/passkey/verify-registration",
    body: z.object({ name: z.string(), response: z.unknown() }),
    response: done,
  },
  createPasskeyChallenge: {
    method: "GET",
    path: "/auth/passkey/generate-authenticate-options",
    response: webAuthnOptions,
  },
  signInWithPasskey: {
    method: "POST",
    path: "/auth/passkey/verify-authentication",
    body: z.object({ response: z.unknown() }),
    response: done,
  },
  listProviders: {
    method: "GET",
    path: "/auth/providers",
    /** Null if the operator has configured no identity provider. */
    response: z.object({ oidc: z.object({ name: z.string() }).nullable() }),
  },
  signInWithOidc: {
    method: "POST",
    path: "/auth/sign-in/oidc",
    /** The page of the dashboard to open afterwards. */
    body: z.object({ next: z.string().optional() }),
    /** Where the browser is sent to sign in. */
    response: done.extend({ url: z.string() }),
  },
  linkWallet: {
    method: "POST",
    path: "/auth/link-wallet",
    body: z.object({ message: z.string(), signature: z.string() }),
    response: done,
  },
  requestPasswordReset: {
    method: "POST",
    path: "/auth/request-password-reset",
    body: z.object({ email }),
    response: done,
  },
  resetPassword: {
    method: "POST",
    path: "/auth/reset-password",
    body: z.object({ token, newPassword }),
    response: done,
  },
  createWalletNonce: {
    method: "POST",
    path: "/auth/siwe/nonce",
    response: done.extend({ nonce: z.string() }),
  },
  verifyWallet: {
    method: "POST",
    path: "/auth/siwe/verify",
    body: z.object({ message: z.string(), signature: z.string() }),
    response: done,
  },
  changePassword: {
    method: "POST",
    path: "/auth/change-password",
    body: z.object({ currentPassword: z.string(), newPassword, revokeOtherSessions: z.boolean() }),
    response: done,
  },
  signOut: { method: "POST", path: "/auth/sign-out", response: done },
} as const;

export type AuthRoutes = typeof authRoutes;
