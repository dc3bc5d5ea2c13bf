import { z } from "zod";
import { warnings } from "./operation.ts";

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
    }),
    warnings,
  })
  .meta({ id: "DryRun" });

export type DryRun = z.infer<typeof dryRunSchema>;
