import { randomUUID } from "node:crypto";
import type { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { DBAdapterInstance } from "better-auth";
import { verifyMessage } from "viem";
import { generateSiweNonce } from "viem/siwe";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { createAccountEmails } from "./account-emails.ts";
import type { RotatingKeys } from "./dashboard-keys.ts";
import { linkSeconds } from "./email-limits.ts";
import type { EmailOutbox } from "./email-outbox.ts";
import { addressHeader } from "./network-address.ts";

export interface AuthParts {
  database: Database;
  outbox: EmailOutbox;
  logger: Logger;
  /** Public base URL of the dashboard, without a trailing slash. */
  publicUrl: string;
  keys: RotatingKeys;
}

const sessionSeconds = 14 * 24 * 3600;

/** Configures the sign-in library on our own tables. Sessions are rows, so ending one takes effect everywhere at once. */
export async function createAuth({ database, outbox, logger, publicUrl, keys }: AuthParts) {
  // Imported on demand: a worker imports this feature for its jobs and should not load the library.
  const [
    { betterAuth },
    { kyselyAdapter: adapt },
    { siwe },
    { acceptPreviousCookies, confirmEmail },
    { writeConfirmationToken },
  ] = await Promise.all([
    import("better-auth"),
    import("@better-auth/kysely-adapter"),
    import("better-auth/plugins/siwe"),
    import("./auth-plugins.ts"),
    import("./confirmation-token.ts"),
  ]);
  const emails = createAccountEmails({
    outbox,
    publicUrl,
    writeToken: (user) => writeConfirmationToken(keys, user),
  });
  const { origin, host, protocol } = new URL(publicUrl);
  return betterAuth({
    appName: "Mintwright",
    baseURL: publicUrl,
    basePath: "/dashboard/api/auth",
    secret: keys.current.sessions,
    trustedOrigins: [origin],
    database: createAuthAdapter(adapt, database, outbox),
    logger: {
      level: "error",
      log: (_level, message) => logger.warn({ reason: message }, "sign-in rejected or failed"),
    },
    telemetry: { enabled: false },
    // Attempts are counted in the database by email and address: see limits/attempts.repository.ts.
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: protocol === "https:",
      cookiePrefix: "mintwright",
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true, path: "/dashboard" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => randomUUID() },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkSeconds,
      sendResetPassword: ({ user, token }, request) => emails.sendReset(user, token, request),
      onExistingUserSignUp: ({ user }, request) => emails.sendKnownUser(user, request),
    },
    emailVerification: {
      sendOnSignUp: true,
      // A link of our own: the library's link would confirm a password that another person may have chosen.
      sendVerificationEmail: ({ user }, request) => emails.sendConfirmation(user, request),
    },
    databaseHooks: {
      user: {
        create: {
          // A signature proves ownership of a wallet as an email proves that of an address, so the account is created at
          // once.
          before: async (user, context) => ({
            data: { ...user, emailVerified: context?.path === "/siwe/verify" },
          }),
        },
      },
    },
    user: {
      modelName: "app_user",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
    },
    session: {
      modelName: "user_session",
      fields: {
        userId: "user_id",
        ipAddress: "address",
        userAgent: "user_agent",
        expiresAt: "expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      expiresIn: sessionSeconds,
      updateAge: 3600,
    },
    account: {
      modelName: "user_login",
      fields: {
        userId: "user_id",
        providerId: "provider",
        accountId: "provider_user",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "user_verification",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    plugins: [
      confirmEmail(database, keys),
      ...(keys.previous ? [acceptPreviousCookies(keys.previous.sessions)] : []),
      siwe({
        domain: host,
        getNonce: async () => generateSiweNonce(),
        verifyMessage: async ({ message, signature, address }) =>
          verifyMessage({
            address: address as `0x${string}`,
            message,
            signature: signature as `0x${string}`,
          }),
        schema: {
          walletAddress: {
            modelName: "user_wallet",
            fields: {
              userId: "user_id",
              chainId: "chain_id",
              isPrimary: "is_primary",
              createdAt: "created_at",
            },
          },
        },
      }),
    ],
  });
}

/** Connects the library to the database. Its callbacks, which post emails, do not get its transactions: the outbox opens them. */
function createAuthAdapter(
  adapt: typeof kyselyAdapter,
  database: Database,
  outbox: EmailOutbox,
): DBAdapterInstance {
  const settings = { type: "postgres" } as const;
  return (options) => ({
    ...adapt(database, settings)(options),
    transaction: (run) => outbox.transact((transaction) => run(adapt(transaction, settings)(options))),
  });
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;
