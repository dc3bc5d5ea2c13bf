import { z } from "zod";
import type { ChainConfig, PinningConfig } from "./chain-config.ts";
import { type SecretReference, secretSchema } from "./environment-schema.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as http://localhost:8545" });

/** The chains of mintwright.yaml, by chain id. */
export const chainsSchema = z
  .record(
    z.string().regex(/^[1-9]\d{0,14}$/, "chains are named by their chain id, such as 8453"),
    z.strictObject({
      // Addresses of hosted nodes often carry a key.
      rpcUrl: z.union([httpUrl, secretSchema], "must be a URL, { env: NAME } or { file: PATH }"),
      contract: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, "must be the contract's address: 0x and 40 hex digits")
        .optional(),
      signer: secretSchema.optional(),
      confirmations: z.int().min(0).max(10_000).default(5),
      stuckAfterInMs: z.int().min(100).max(86_400_000).default(60_000),
    }),
  )
  .default({});

/** What minting for callers may cost the operator, and what it costs them. */
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

/** Where collections are pinned. */
export const pinningSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("kubo"), rpcUrl: httpUrl, authorization: secretSchema.optional() }),
    z.strictObject({
      type: z.literal("pinning-service"),
      endpoint: httpUrl,
      accessToken: secretSchema,
      origins: z.array(z.string().startsWith("/", "an origin is a multiaddress")).max(20).default([]),
    }),
  ],
  { error: "type must be kubo or pinning-service" },
);

/** Reads a secret and notes a problem when there is none. */
type ReadSecret = (reference: SecretReference | undefined, place: string) => string | undefined;

/** Fills in the secrets of the chains. */
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
      problems.push(`${at}.rpcUrl: is not a URL such as http://localhost:8545`);
    const signerKey = readSecret(signer, `${at}.signer`);
    // Never said: the value itself.
    if (signerKey && !/^0x[0-9a-fA-F]{64}$/.test(signerKey))
      problems.push(`${at}.signer: is not a private key; it should be 0x and 64 hex digits`);
    return [id, { ...rest, rpcUrl: url, contract, signerKey }] as [string, ChainConfig];
  });
  return Object.fromEntries(read);
}

/** Fills in the secrets of the pinning part. */
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
