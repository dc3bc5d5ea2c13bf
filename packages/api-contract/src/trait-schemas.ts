import { z } from "zod";

// Separate from the functions that count and arrange, so that a form can use them without the validation code.

export const traitCountsSchema = z
  .object({
    trait_type: z.string(),
    ratiosAre: z.enum(["fractions", "percentages", "weights"]),
    counts: z.array(z.object({ value: z.string(), count: z.int().min(0) })),
    without: z.int().min(0).meta({ description: "Tokens that get no value of this trait." }),
  })
  .meta({ id: "TraitCounts" });

export type TraitCounts = z.infer<typeof traitCountsSchema>;

const referenceSchema = z
  .object({
    trait_type: z.string("trait_type must be text").trim().min(1).max(64),
    value: z.string("a trait's value must be text").trim().min(1).max(64),
  })
  .meta({ id: "TraitReference" });

export const traitRuleSchema = z
  .object({
    if: referenceSchema.meta({ description: "Tokens with this value follow the rule." }),
    never: referenceSchema.optional().meta({ description: "They never have this value." }),
    requires: referenceSchema.optional().meta({ description: "They always have this value." }),
  })
  .refine(
    ({ never, requires }) => (never === undefined) !== (requires === undefined),
    "a rule has either never or requires",
  )
  .meta({ id: "TraitRule" });

/** A condition between values of two traits: `if` never occurs with `never`, or always with `requires`. */
export type TraitRule = z.infer<typeof traitRuleSchema>;
