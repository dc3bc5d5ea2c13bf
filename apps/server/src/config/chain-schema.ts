import { z } from "zod";
import type { ChainConfig, PinningConfig } from "./chain-config.ts";
import { type SecretReference, secretSchema } from "./environment-schema.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as http://localhost:8545" });

export const chainsSchema = z
  .record(
    z.string().regex(/^[1-9]\d{0,14}$/, "must be a chain id, such as 8453"),
    z.strictObject({
      // URLs of hosted nodes often contain a key.
      rpcUrl: z.union([httpUrl, secretSchema], "must be a URL, { env: NAME } or { file: PATH }"),
      contract: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, "must be the contract's address: 0x followed by 40 hexadecimal digits")
        .optional(),
      signer: secretSchema.optional(),
      confirmations: z.int().min(0).max(10_000).default(5),
      stuckAfterInMs: z.int().min(100).max(86_400_000).default(60_000),
    }),
  )
  .default({});

export const mintingSchema = z
  .strictObject({
    maxGasPerMint: z.int().min(100_000).max(100_000_000).default(500_000),
    maxAttemptsPerToken: z.int().min(1).max(100).default(3),
    maxFeePerGasInGwei: z.number().gt(0).max(1_000_000).default(500),
    priceInCredits: z
      .number()
      .min(0)
      .max(1_000_000)
      .multipleOf(0.01, "must be a whole number of 1/100 credit, such as 0.5")
      .default(0),
  })
  .prefault({});

export const pinningSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("kubo"), rpcUrl: httpUrl, authorization: secretSchema.optional() }),
    z.strictObject({
      type: z.literal("pinning-service"),
      endpoint: httpUrl,
      accessToken: secretSchema,
      origins: z
        .array(z.string().startsWith("/", "must be a multiaddress, which starts with /"))
        .max(20)
        .default([]),
    }),
  ],
  { error: "type must be kubo or pinning-service" },
);

/** Resolves a secret reference. Adds a problem and returns undefined when the secret is missing. */
type ReadSecret = (reference: SecretReference | undefined, place: string) => string | undefined;

export function readChains(
  chains: z.infer<typeof chainsSchema>,
  place: string,
  readSecret: ReadSecret,
  problems: string[],
): Record<number, ChainConfig> {
  const read = Object.entries(chains).map(([id, { rpcUrl, contract, signer, ...rest }]) => {
    const at = `${place}.${id}`;
    const url = typeof rpcUrl === "string" ? rpcUrl : (readSecret(rpcUrl, `${at}.rpcUrl`) ?? "");
    if (typeof rpcUrl !== "string" && url && !httpUrl.safeParse(url).success)
      problems.push(`${at}.rpcUrl: must be a URL such as http://localhost:8545`);
    const signerKey = readSecret(signer, `${at}.signer`);
    // The message must not contain the value.
    if (signerKey && !/^0x[0-9a-fA-F]{64}$/.test(signerKey))
      problems.push(`${at}.signer: must be a private key: 0x followed by 64 hexadecimal digits`);
    return [id, { ...rest, rpcUrl: url, contract, signerKey }] as [string, ChainConfig];
  });
  return Object.fromEntries(read);
}

export function readPinning(
  pinning: z.infer<typeof pinningSchema> | undefined,
  place: string,
  readSecret: ReadSecret,
): PinningConfig | undefined {
  if (pinning?.type === "kubo") {
    return { ...pinning, authorization: readSecret(pinning.authorization, `${place}.authorization`) };
  }
  return pinning && { ...pinning, accessToken: readSecret(pinning.accessToken, `${place}.accessToken`) };
}
