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
import { type OidcProvider, oidcProvider } from "./oidc-provider.ts";
import { deleteUnconfirmedPassword } from "./sign-in.repository.ts";

export interface AuthParts {
  database: Database;
  outbox: EmailOutbox;
  logger: Logger;
  /** Public base URL of the dashboard, without a trailing slash. */
  publicUrl: string;
  keys: RotatingKeys;
  /** The operator's identity provider; only for the instance that signs in with it. */
  oidc?: OidcProvider | undefined;
}

const sessionSeconds = 14 * 24 * 3600;

/** Configures the sign-in library on our own tables. Sessions are rows, so ending one takes effect everywhere at once. */
export async function createAuth({ database, outbox, logger, publicUrl, keys, oidc }: AuthParts) {
  // Imported on demand: a worker imports this feature for its jobs and should not load the library.
  const [
    { betterAuth },
    { kyselyAdapter: adapt },
    { siwe },
    { acceptPreviousCookies, confirmEmail },
    { writeConfirmationToken },
    { createOrganisationPlugin },
    { createPasskeyPlugin, createTwoFactorPlugin, linkWallet },
    { assertConfirmedEmail, createOidcPlugin },
  ] = await Promise.all([
    import("better-auth"),
    import("@better-auth/kysely-adapter"),
    import("better-auth/plugins/siwe"),
    import("./auth-plugins.ts"),
    import("./confirmation-token.ts"),
    import("./organisation-plugin.ts"),
    import("./security-plugins.ts"),
    import("./oidc-plugin.ts"),
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
      // Comes back with the redirect of an identity provider, from another site.
      cookies: { state: { attributes: { sameSite: "lax" } } },
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
          // A signature proves ownership of a wallet as an email proves that of an address, and the operator's identity
          // provider has confirmed the email: the account is created at once.
          before: async (user, context) => {
            const isFromProvider = context?.path === "/callback/:id";
            if (isFromProvider) assertConfirmedEmail(user.emailVerified);
            return { data: { ...user, emailVerified: isFromProvider || context?.path === "/siwe/verify" } };
          },
        },
      },
      account: {
        create: {
          // Tokens of an identity provider are used once, for the sign-in, and not stored.
          before: async (login) => {
            if (login.providerId === oidcProvider) await deleteUnconfirmedPassword(database, login.userId);
            return { data: { ...login, accessToken: null, refreshToken: null, idToken: null } };
          },
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
      updateAccountOnSignIn: false,
      // Otherwise anybody could keep a user out by signing up with their email: such a sign-up has nothing that its sender chose.
      accountLinking: { requireLocalEmailVerified: false },
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
      createOrganisationPlugin({ outbox, publicUrl }),
      createTwoFactorPlugin(),
      createPasskeyPlugin(publicUrl),
      linkWallet(database, host),
      ...(oidc ? [createOidcPlugin(oidc)] : []),
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
