import { z } from "zod";
import { warnings } from "./operation.ts";
import { traitCountsSchema } from "./trait-schemas.ts";

/** The response to `Prefer: dry-run`: the exact price. Nothing runs and nothing is charged. */
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
        .meta({ description: "The exact number of tokens for each value of each trait." }),
    }),
    warnings,
  })
  .meta({ id: "DryRun" });

export type DryRun = z.infer<typeof dryRunSchema>;
