import { z } from "zod";
import { warnings } from "./operation.ts";
import { traitCountsSchema } from "./trait-counts.ts";

/** What a metered call answers to `Prefer: dry-run`: its exact price, with nothing run and nothing charged. */
export const dryRunSchema = z
  .object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({
      operation: z.string(),
      price: z.number().min(0).meta({ description: "Credits that the call would cost." }),
      balance: z.number().min(0),
      isAffordable: z.boolean(),
      currency: z.literal("credits"),
      traits: z
        .array(traitCountsSchema)
        .optional()
        .meta({ description: "Exactly how many tokens get each value of each trait." }),
    }),
    warnings,
  })
  .meta({ id: "DryRun" });

export type DryRun = z.infer<typeof dryRunSchema>;
