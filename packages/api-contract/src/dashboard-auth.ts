import { z } from "zod";

const done = z.object({ done: z.literal(true) });
const email = z.string();
const newPassword = z.string();
const token = z.string();

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
