import { z } from "zod";

/** A secret is named, never written down. */
export const secretSchema = z.union(
  [z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  "a secret is never written here: use { env: NAME } or { file: PATH }",
);

export type SecretReference = z.infer<typeof secretSchema>;
