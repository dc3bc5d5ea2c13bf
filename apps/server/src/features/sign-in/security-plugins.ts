import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import { getAddress, verifyMessage } from "viem";
import { parseSiweMessage, validateSiweMessage } from "viem/siwe";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { addWallet } from "./security.repository.ts";

/** One-time codes of an authenticator app, asked for after the password. */
export function createTwoFactorPlugin() {
  return twoFactor({
    schema: {
      user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
      twoFactor: {
        modelName: "user_two_factor",
        fields: {
          userId: "user_id",
          backupCodes: "backup_codes",
          failedVerificationCount: "failed_verification_count",
          lockedUntil: "locked_until",
        },
      },
    },
  });
}

/** Passkeys, which replace the password and the second factor: the authenticator checks a PIN or a fingerprint. */
export function createPasskeyPlugin(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  return passkey({
    rpName: "Mintwright",
    rpID: hostname,
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    registration: {
      afterVerification: ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw refuse("PASSKEY_NOT_VERIFIED");
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw refuse("PASSKEY_NOT_VERIFIED");
      },
    },
    schema: {
      passkey: {
        modelName: "user_passkey",
        fields: {
          userId: "user_id",
          publicKey: "public_key",
          credentialID: "credential_id",
          deviceType: "device_type",
          backedUp: "backed_up",
          createdAt: "created_at",
        },
      },
    },
  });
}

/** Adds a wallet to the signed-in user, who then can sign in with it. The library itself only signs in. */
export function linkWallet(database: Database, domain: string) {
  return {
    id: "link-wallet",
    endpoints: {
      linkWallet: createAuthEndpoint(
        "/link-wallet",
        {
          method: "POST",
          body: z.object({ message: z.string().max(4_000), signature: z.string().max(1_000) }),
          use: [sessionMiddleware],
        },
        async (context) => {
          const { message, signature } = context.body;
          const { address, chainId, nonce } = parseSiweMessage(message);
          if (
            !address ||
            !chainId ||
            !nonce ||
            !validateSiweMessage({ message: parseSiweMessage(message), domain })
          )
            throw refuse("WALLET_MESSAGE_REFUSED");
          // The nonce of the library's own sign-in: it works once, for either of the two.
          const isFresh = await context.context.internalAdapter.consumeVerificationValue(`siwe:${nonce}`);
          const signed = { address, message, signature: signature as `0x${string}` };
          if (!isFresh || !(await verifyMessage(signed).catch(() => false)))
            throw refuse("WALLET_MESSAGE_REFUSED");
          const { user } = context.context.session;
          if (!(await addWallet(database, user.id, { address: getAddress(address), chainId })))
            throw refuse("WALLET_TAKEN");
          return context.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refuse(code: string): APIError {
  return new APIError("BAD_REQUEST", { code });
}
