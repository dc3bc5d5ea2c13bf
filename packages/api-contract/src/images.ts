import { z } from "zod";
import { enhancements, type ImageModel, imageModelNames, imageModels } from "./image-models.ts";
import { planImage } from "./image-plan.ts";
import type { Limits } from "./limits.ts";
import { defineOperation, free } from "./operation.ts";
import { checkTraits, previewTraits, warnOfUnusedValues } from "./trait-counts.ts";

const maxSeed = 2 ** 32 - 1;

export const traitSchema = z
  .object({
    trait_type: z.string("trait_type must be text").trim().min(1, "trait_type must not be empty").max(64),
    value: z
      .array(
        z.object({
          value: z.string("a trait's value must be text").trim().min(1).max(64),
          ratio: z.number("ratio must be a number").min(0, "ratio must not be negative").max(1_000_000).meta({
            description:
              "Ratios of a trait that sum to 1 or less are fractions of the tokens, above 100 weights, otherwise percentages. Tokens left over by fractions or percentages get no value.",
          }),
        }),
      )
      .min(1, "a trait needs at least one value")
      .max(200),
  })
  .meta({ id: "Trait" });

export type Trait = z.infer<typeof traitSchema>;

export const prompt = (limits: Limits) =>
  z
    .string("prompt is required and must be text")
    .trim()
    .min(1, "prompt is required and must not be empty")
    .max(limits.promptCharacters, `prompt must be at most ${limits.promptCharacters} characters`);

const side = (name: string) => z.int(`${name} is required and must be a whole number of pixels`).positive();

/** The fields that all image requests share. */
export const imageShape = {
  model: z.enum(imageModelNames, `model must be one of ${imageModelNames.join(", ")}`),
  steps: z.int("steps must be a whole number").optional(),
  height: side("height"),
  width: side("width"),
  enhance: z.enum(enhancements, `enhance must be one of ${enhancements.join(", ")}`).optional(),
  style: z.string("style must be text").trim().max(64, "style must be at most 64 characters").optional(),
  traits: z.array(traitSchema, "traits must be a list").max(50).optional(),
  seed: z
    .int("seed must be a whole number")
    .min(0)
    .max(maxSeed, `seed must be at most ${maxSeed}`)
    .optional(),
};

const referenceShape = {
  image: z
    .url({ protocol: /^https?$/, error: "image must be an http or https URL" })
    .max(2_048)
    .optional(),
  isCharacterPreserve: z.boolean("isCharacterPreserve must be true or false").optional(),
};

type ImageRequest = z.infer<z.ZodObject<typeof imageShape>>;

/** Rejects sizes, enhancements and steps that the model does not support. */
export function checkImage(request: ImageRequest, context: z.core.$RefinementCtx<unknown>): void {
  const model: ImageModel = imageModels[request.model];
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  const { problem } = planImage(request.model, request);
  if (problem) refuse(problem.path, problem.message);
  if (request.steps === undefined) return;
  if (model.kind === "fixed") refuse("steps", `${request.model} takes no steps: leave the field out`);
  else if (request.steps < model.steps.min || request.steps > model.steps.max) {
    refuse("steps", `steps for ${request.model} must be from ${model.steps.min} to ${model.steps.max}`);
  }
}

function checkReference(
  request: { image?: string | undefined; isCharacterPreserve?: boolean | undefined },
  context: z.core.$RefinementCtx<unknown>,
): void {
  if (request.isCharacterPreserve && request.image === undefined) {
    context.addIssue({
      code: "custom",
      path: ["image"],
      message: "isCharacterPreserve needs image: the character to keep",
    });
  }
}

export function priceOf(request: ImageRequest): number {
  const { plan, problem } = planImage(request.model, request);
  if (problem) throw new RangeError(problem.message);
  return plan.price;
}

const imageErrors = [
  "engine_failed",
  "engine_unavailable",
  "engine_timeout",
  "content_refused",
  "reference_image_refused",
] as const;
/** The image prices, as a sentence for the docs. */
export const priceList =
  "1 credit per image (velogen, nebula_forge_xl, VisionaryForge), 2 enhanced; Dale3 4.75 at 1024×1024 and 9.5 at other sizes, 4.75 more when enhanced";

/** Generates one image and returns it in the response. */
export const generateImage = (limits: Limits) =>
  defineOperation({
    id: "generateImage",
    method: "POST",
    path: "/nft/generate-image",
    tag: "Images and NFTs",
    summary: "Generate an image",
    description: [
      "The response has the JPEG's bytes as an array of integers. `Prefer: base64` (or `?encoding=base64`) returns a base64 string instead;",
      "`Accept: image/jpeg`, `image/png` or `image/webp` returns the image file.",
    ].join(" "),
    auth: "key",
    query: z.object({ encoding: z.enum(["base64"], "encoding must be base64").optional() }),
    body: z
      .object({ prompt: prompt(limits), ...imageShape, ...referenceShape })
      .superRefine((request, context) => {
        checkImage(request, context);
        checkReference(request, context);
        checkTraits(request.traits, undefined, context);
      })
      .meta({ id: "GenerateImageRequest" }),
    response: z
      .object({ data: z.union([z.array(z.int().min(0).max(255)), z.string()]) })
      .meta({ id: "GenerateImageResponse" }),
    alsoAnswers: ["image/jpeg", "image/png", "image/webp"],
    canStore: true,
    modelOf: ({ body }) => body.model,
    price: { kind: "metered", describe: priceList, of: ({ body }) => priceOf(body) },
    errors: imageErrors,
  });

/** Generates one image per prompt. */
export const generateMultipleImages = (limits: Limits) =>
  defineOperation({
    id: "generateMultipleImages",
    method: "POST",
    path: "/nft/generate-multiple-images",
    tag: "Images and NFTs",
    summary: "Generate several images",
    description:
      "One image per prompt, in the same order. An image that failed is `null`, is listed in `errors` and is not charged.",
    auth: "key",
    query: z.object({ encoding: z.enum(["base64"], "encoding must be base64").optional() }),
    body: z
      .preprocess(
        (body) => {
          if (typeof body !== "object" || body === null || "prompt" in body || !("prompts" in body))
            return body;
          const { prompts, ...rest } = body;
          return { ...rest, prompt: prompts };
        },
        z
          .object({
            prompt: z
              .array(prompt(limits), "prompt is required and must be a list of texts")
              .min(1, "prompt needs at least one text")
              .max(limits.promptsPerRequest, `prompt takes at most ${limits.promptsPerRequest} texts`),
            ...imageShape,
            ...referenceShape,
          })
          .superRefine((request, context) => {
            checkImage(request, context);
            checkReference(request, context);
            checkTraits(request.traits, request.prompt.length, context);
          }),
      )
      .meta({ id: "GenerateMultipleImagesRequest", "x-aliases": ["prompts"] }),
    response: z
      .object({
        data: z.array(z.union([z.array(z.int().min(0).max(255)), z.string()]).nullable()),
        errors: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })).optional(),
      })
      .meta({ id: "GenerateMultipleImagesResponse" }),
    price: {
      kind: "metered",
      describe: `${priceList}; per delivered image`,
      of: ({ body }) => body.prompt.length * priceOf(body),
    },
    preview: ({ body }) => previewTraits(body.traits, body.prompt.length),
    modelOf: ({ body }) => body.model,
    canStore: true,
    warn: ({ body }) => warnOfUnusedValues(body.traits ?? [], body.prompt.length),
    errors: imageErrors,
  });

export const listStyles = defineOperation({
  id: "listStyles",
  method: "GET",
  path: "/nft/styles",
  tag: "Images and NFTs",
  summary: "List the known styles",
  description:
    "A known style expands to a tuned description. Any other text of up to 64 characters is used as given.",
  auth: "key",
  response: z
    .object({ styles: z.array(z.object({ name: z.string(), description: z.string() })) })
    .meta({ id: "StylesResponse" }),
  price: free,
  errors: [],
});
