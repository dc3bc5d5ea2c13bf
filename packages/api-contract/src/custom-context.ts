import { z } from "zod";
import { presetTones, tokenBlockchains, toneSources } from "./context-values.ts";

// The context is part of every prompt. Longer text belongs in the white paper, from which only passages are added.
const contextTextCharacters = 8_000;
const contextUrlCharacters = 2_048;
const socialMediaLinks = 50;

const text = (name: string) =>
  z
    .string(`${name} must be text`)
    .trim()
    .max(contextTextCharacters, `${name} must be at most ${contextTextCharacters} characters`);

const webAddress = (name: string, protocol = /^https:\/\//i) =>
  z
    .string(`${name} must be a URL such as https://example.org`)
    .trim()
    .max(contextUrlCharacters, `${name} must be at most ${contextUrlCharacters} characters`)
    .refine(
      (value) => protocol.test(value) && URL.canParse(value),
      `${name} must be a URL such as https://example.org`,
    );

const flag = (name: string) => z.boolean(`${name} must be true or false`);

const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, `${name} must be one of ${values.join(", ")}`);

const tokenInformationSchema = z
  .object(
    {
      tokenName: text("tokenName").optional(),
      tokenSymbol: text("tokenSymbol").optional(),
      tokenAddress: text("tokenAddress").optional(),
      tokenSourceCode: z
        .string("tokenSourceCode must be text")
        .max(200_000, "tokenSourceCode must be at most 200000 characters")
        .optional()
        .meta({ description: "The contract's source code, or a URL of it." }),
      tokenAuditUrl: text("tokenAuditUrl").optional(),
      explorerUrl: text("explorerUrl").optional(),
      trackerAUrl: text("trackerAUrl").optional(),
      trackerBUrl: text("trackerBUrl").optional(),
      blockchain: z
        .array(z.string("blockchain must be a list of text"), "blockchain must be a list")
        .max(1_000, "blockchain must have at most 1000 values")
        .overwrite((values) =>
          values.filter((value) => (tokenBlockchains as readonly string[]).includes(value)),
        )
        .optional()
        .meta({ description: `${tokenBlockchains.join(", ")}; other values are ignored.` }),
    },
    "tokenInformation must be an object",
  )
  .meta({ id: "TokenInformation" });

/** What the assistant knows about a project, and the tone it uses. */
export const customContextSchema = z
  .object(
    {
      companyName: text("companyName").optional(),
      companyDescription: text("companyDescription").optional(),
      companyWebsiteUrl: webAddress("companyWebsiteUrl").optional(),
      whitePaperUrl: webAddress("whitePaperUrl").optional(),
      purpose: text("purpose").optional().meta({ description: "The role of the assistant." }),
      cryptoToken: flag("cryptoToken").optional().meta({ description: "True if the project has a token." }),
      tokenInformation: tokenInformationSchema.optional(),
      socialMediaUrls: z
        .array(
          z.object({
            name: text("socialMediaUrls.name"),
            url: webAddress("socialMediaUrls.url", /^https?:\/\//i),
          }),
          "socialMediaUrls must be a list of {name, url}",
        )
        .max(socialMediaLinks, `socialMediaUrls must have at most ${socialMediaLinks} entries`)
        .optional(),
      limitation: flag("limitation").optional().meta({
        description:
          "True: the assistant answers only about the project and its field, and declines everything else.",
      }),
      aiTone: oneOf("aiTone", toneSources).optional(),
      selectedTone: oneOf("selectedTone", presetTones)
        .optional()
        .meta({ description: "Used with aiTone PRE_SET_TONE." }),
      customTone: text("customTone")
        .optional()
        .meta({ description: "Used with aiTone CUSTOM_TONE: describe the style in your own words." }),
    },
    "contextInjection must be an object",
  )
  .meta({ id: "CustomContext" });

export type CustomContext = z.infer<typeof customContextSchema>;

/** The error for `PRE_SET_TONE` without `selectedTone`, checked after saved and injected fields are merged. */
export const missingTone = `aiTone PRE_SET_TONE needs selectedTone: one of ${presetTones.join(", ")}`;

export function lacksTone({ aiTone, selectedTone }: CustomContext): boolean {
  return aiTone === "PRE_SET_TONE" && selectedTone === undefined;
}

/** Lists the warnings about a context, after saved and injected fields are merged. */
export function listContextWarnings(context: CustomContext): string[] {
  const { limitation, aiTone, selectedTone, customTone, ...project } = context;
  const hasProject = Object.values(project).some((value) => value !== undefined);
  return limitation && !hasProject
    ? ["limitation has no effect without a project: describe one, for example with companyName."]
    : [];
}
