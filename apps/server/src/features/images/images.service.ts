import {
  type Enhancement,
  type ImageModel,
  type ImageModelName,
  imageModels,
  planImage,
} from "@mintwright/api-contract";
import sharp from "sharp";
import { type ImageEngine, type ReferenceImage, readPngSize } from "../../engines/image/index.ts";
import type { Upscaler } from "../../engines/upscale/index.ts";
import { AppError } from "../../platform/errors.ts";
import { toPng } from "./image-format.ts";
import type { Moderation } from "./moderation.ts";
import { composePrompt } from "./styles.ts";
import type { DrawnTrait } from "./traits.ts";

/** One image to generate, with its traits drawn and its reference loaded. */
export interface ImageGenerationRequest {
  prompt: string;
  model: ImageModelName;
  width: number;
  height: number;
  seed: number;
  traits: DrawnTrait[];
  steps?: number | undefined;
  enhance?: Enhancement | undefined;
  style?: string | undefined;
  reference?: ReferenceImage | undefined;
  signal: AbortSignal;
}

/** A generated image of exactly the delivered size, not yet encoded. */
export interface DeliveredImage {
  bytes: Buffer;
  seed: number;
  engine: ImageEngine["kind"];
  warnings: string[];
}

export interface ImageService {
  generate(request: ImageGenerationRequest): Promise<DeliveredImage>;
  /** How many images of one call may be generated at once, so that a call does not overload its own engine. */
  getPlaces(model: ImageModelName): number;
  /** Generates an image as the file that collections store: PNG, of exactly the delivered size. */
  generateFile(request: ImageGenerationRequest): Promise<DeliveredImage & { width: number; height: number }>;
  /** Throws when the prompt, style or a trait contains blocked words. */
  checkWords(request: Pick<ImageGenerationRequest, "prompt" | "style" | "traits">): void;
}

/** Creates the pipeline from prompt to finished image: moderation, engine, enhancement, exact size. */
export function createImageService(parts: {
  engines: ReadonlyMap<ImageModelName, ImageEngine>;
  upscaler: Upscaler;
  moderation: Moderation;
}): ImageService {
  const service: ImageService = {
    getPlaces: (model) => parts.engines.get(model)?.maxConcurrent ?? Number.POSITIVE_INFINITY,
    async generate(request) {
      const { plan, problem } = planImage(request.model, request);
      if (problem) throw new AppError("invalid_request", problem.message);
      const engine = parts.engines.get(request.model);
      if (!engine)
        throw new Error(`no engine serves ${request.model}; the configuration should have been refused`);
      const words = composePrompt(request.prompt, request.style, request.traits);
      parts.moderation.checkPrompt(words);
      const generated = await engine.generate({
        prompt: words,
        ...plan.rendered,
        seed: request.seed,
        signal: request.signal,
        subject: {
          prompt: request.prompt,
          traits: request.traits,
          ...(request.style && { style: request.style }),
        },
        ...stepsOf(request),
        ...(request.reference && { reference: request.reference }),
      });
      const enlarge = engine.upscale ?? parts.upscaler.enlarge;
      const cropped = await fitExactly(generated.bytes, plan.cropped);
      const bytes = plan.isEnhanced
        ? await enlarge({ bytes: cropped, ...plan.delivered, signal: request.signal })
        : cropped;
      await parts.moderation.checkImage(bytes, request.signal);
      return { bytes, seed: generated.seed, engine: engine.kind, warnings: generated.warnings };
    },
    async generateFile(request) {
      const { plan } = planImage(request.model, request);
      const image = await service.generate(request);
      return { ...image, ...plan?.delivered, bytes: await toPng(image.bytes) } as Awaited<
        ReturnType<ImageService["generateFile"]>
      >;
    },
    checkWords: ({ prompt, style, traits }) =>
      parts.moderation.checkPrompt(composePrompt(prompt, style, traits)),
  };
  return service;
}

function stepsOf({ model: name, steps }: ImageGenerationRequest): { steps?: number } {
  const model: ImageModel = imageModels[name];
  return model.kind === "ranged" ? { steps: steps ?? model.steps.default } : {};
}

/** Crops the centre: engines generate multiples of 8 or 64, and only shapes of the model's base range. */
async function fitExactly(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const actual = readPngSize(bytes) ?? (await sharp(bytes).metadata());
  if (actual.width === width && actual.height === height) return bytes;
  return sharp(bytes).resize(width, height, { fit: "cover" }).png().toBuffer();
}
