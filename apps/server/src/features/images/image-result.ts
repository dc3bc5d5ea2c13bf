import type { Centicredits } from "@mintwright/api-contract";
import type { ResultDraft } from "../../serving/operation-context.ts";
import type { DeliveredImage, ImageGenerationRequest } from "./images.service.ts";

type ImageRequest = Pick<
  ImageGenerationRequest,
  "prompt" | "model" | "width" | "height" | "style" | "enhance" | "steps" | "traits"
> & { price: Centicredits };

/** Describes a delivered image for the library, with what generates it again. */
export function describeResult(
  { seed, engine }: DeliveredImage,
  { prompt, model, width, height, style, enhance, steps, traits, price }: ImageRequest,
  { format, encoded }: { format: "jpeg" | "png" | "webp"; encoded: Buffer },
): ResultDraft {
  return {
    kind: "image",
    title: prompt,
    prompt,
    model,
    price,
    details: {
      width,
      height,
      seed,
      engine,
      style: style ?? null,
      enhance: enhance ?? null,
      steps: steps ?? null,
      attributes: traits,
    },
    contentType: `image/${format}`,
    body: encoded,
  };
}
