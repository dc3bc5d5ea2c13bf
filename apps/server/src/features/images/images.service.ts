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
import type { Moderation } from "./moderation.ts";
import { toPng } from "./picture-format.ts";
import { composePrompt } from "./styles.ts";
import type { DrawnTrait } from "./traits.ts";

/** One picture to make, with its traits drawn and its reference at hand. */
export interface PictureRequest {
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

/** A picture that was made: exactly of the delivered size, still to be encoded. */
export interface Picture {
  bytes: Buffer;
  seed: number;
  engine: ImageEngine["kind"];
  warnings: string[];
}

/** Makes pictures. */
export interface ImageService {
  paint(request: PictureRequest): Promise<Picture>;
  /** How many pictures of one call may be under way, so that a call does not crowd itself out of its engine. */
  getPlaces(model: ImageModelName): number;
  /** Makes a picture as the file that collections keep: PNG, of exactly the delivered size. */
  paintFile(request: PictureRequest): Promise<Picture & { width: number; height: number }>;
  /** Refuses words that no picture may be made of, before anything is promised. */
  checkWords(request: Pick<PictureRequest, "prompt" | "style" | "traits">): void;
}

/** Creates the pipeline from words to a finished picture: moderation, engine, enhancement, exact size. */
export function createImageService(parts: {
  engines: ReadonlyMap<ImageModelName, ImageEngine>;
  upscaler: Upscaler;
  moderation: Moderation;
}): ImageService {
  const service: ImageService = {
    getPlaces: (model) => parts.engines.get(model)?.maxConcurrent ?? Number.POSITIVE_INFINITY,
    async paint(request) {
      const { plan, problem } = planImage(request.model, request);
      if (problem) throw new AppError("invalid_request", problem.message);
      const engine = parts.engines.get(request.model);
      if (!engine)
        throw new Error(`no engine serves ${request.model}; the configuration should have been refused`);
      const words = composePrompt(request.prompt, request.style, request.traits);
      parts.moderation.checkPrompt(words);
      const painted = await engine.generate({
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
      const cropped = await fitExactly(painted.bytes, plan.cropped);
      const bytes = plan.isEnhanced
        ? await enlarge({ bytes: cropped, ...plan.delivered, signal: request.signal })
        : cropped;
      await parts.moderation.checkPicture(bytes, request.signal);
      return { bytes, seed: painted.seed, engine: engine.kind, warnings: painted.warnings };
    },
    async paintFile(request) {
      const { plan } = planImage(request.model, request);
      const picture = await service.paint(request);
      return { ...picture, ...plan?.delivered, bytes: await toPng(picture.bytes) } as Awaited<
        ReturnType<ImageService["paintFile"]>
      >;
    },
    checkWords: ({ prompt, style, traits }) =>
      parts.moderation.checkPrompt(composePrompt(prompt, style, traits)),
  };
  return service;
}

function stepsOf({ model: name, steps }: PictureRequest): { steps?: number } {
  const model: ImageModel = imageModels[name];
  return model.kind === "ranged" ? { steps: steps ?? model.steps.default } : {};
}

/** Cuts the middle out of an image: engines paint in multiples of 8 or 64, and only shapes of the model's base range. */
async function fitExactly(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const actual = readPngSize(bytes) ?? (await sharp(bytes).metadata());
  if (actual.width === width && actual.height === height) return bytes;
  return sharp(bytes).resize(width, height, { fit: "cover" }).png().toBuffer();
}
