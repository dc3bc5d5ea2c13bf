import { type Centicredits, fromCredits } from "./credits.ts";
import {
  type Enhancement,
  type ImageModel,
  type ImageModelName,
  imageModels,
  type RangedImageModel,
} from "./image-models.ts";

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** How an image is generated: rendered in one size, cropped to its aspect ratio, and delivered in another size. */
export interface ImagePlan {
  rendered: ImageSize;
  /** The part of the rendered image that has the requested aspect ratio. */
  cropped: ImageSize;
  delivered: ImageSize;
  isEnhanced: boolean;
  price: Centicredits;
}

/** Why an image of that size cannot be generated. */
export interface ImagePlanProblem {
  path: "width" | "height" | "enhance" | "steps";
  message: string;
}

const basePrice = fromCredits(1);
const enhancementPrice = fromCredits(1);
const fixedSquarePrice = fromCredits(4.75);

function isProblem(result: ImagePlan | ImagePlanProblem): result is ImagePlanProblem {
  return "message" in result;
}

/** Plans an image, or returns why it cannot be generated. */
export function planImage(
  modelName: ImageModelName,
  request: ImageSize & { enhance?: Enhancement | undefined },
): { plan: ImagePlan; problem?: never } | { plan?: never; problem: ImagePlanProblem } {
  const model: ImageModel = imageModels[modelName];
  const result =
    model.kind === "fixed"
      ? planFixed(modelName, model.sizes, request)
      : planRanged(modelName, model, request);
  return isProblem(result) ? { problem: result } : { plan: result };
}

function planFixed(
  modelName: string,
  sizes: readonly (readonly [number, number])[],
  { width, height, enhance }: ImageSize & { enhance?: Enhancement | undefined },
): ImagePlan | ImagePlanProblem {
  if (!sizes.some((size) => size[0] === width && size[1] === height)) {
    const names = sizes.map((size) => size.join("×")).join(", ");
    return { path: "width", message: `${modelName} supports ${names}, not ${width}×${height}` };
  }
  const isEnhanced = enhance === "1x" || enhance === "2x";
  const units = (width === height ? 1 : 2) + (isEnhanced ? 1 : 0);
  const factor = enhance === "2x" ? 2 : 1;
  return {
    rendered: { width, height },
    cropped: { width, height },
    delivered: { width: width * factor, height: height * factor },
    isEnhanced,
    price: units * fixedSquarePrice,
  };
}

function planRanged(
  modelName: string,
  model: RangedImageModel,
  { width, height, enhance }: ImageSize & { enhance?: Enhancement | undefined },
): ImagePlan | ImagePlanProblem {
  const { minSide, maxSide, maxUpscaledSide } = model;
  for (const [path, side] of [
    ["width", width],
    ["height", height],
  ] as const) {
    if (side < minSide)
      return { path, message: `${path} for ${modelName} must be from ${minSide} to ${maxSide} pixels` };
    if (side > maxUpscaledSide) {
      return {
        path,
        message: `${path} for ${modelName} must be at most ${maxUpscaledSide} pixels, upscaled; from ${minSide} to ${maxSide} without`,
      };
    }
  }
  const isAboveBase = width > maxSide || height > maxSide;
  if (isAboveBase && enhance === "original") {
    return {
      path: "enhance",
      message: `${modelName} generates up to ${maxSide} pixels per side without enhancement; ${width}×${height} is above the base size: leave enhance out or choose 1x`,
    };
  }
  const shrink = Math.min(1, maxSide / Math.max(width, height));
  const cropped = { width: Math.round(width * shrink), height: Math.round(height * shrink) };
  const isEnhanced = isAboveBase || enhance === "1x" || enhance === "2x";
  const factor = enhance === "2x" ? Math.min(2, maxUpscaledSide / Math.max(width, height)) : 1;
  return {
    rendered: { width: Math.max(minSide, cropped.width), height: Math.max(minSide, cropped.height) },
    cropped,
    delivered: { width: Math.round(width * factor), height: Math.round(height * factor) },
    isEnhanced,
    price: basePrice + (isEnhanced ? enhancementPrice : 0),
  };
}
