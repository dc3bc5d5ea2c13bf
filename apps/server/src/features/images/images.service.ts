import {
  type Enhancement,
  type ImageModel,
  type ImageModelName,
  imageModels,
  planImage,
} from "@mintwright/api-contract";
import sharp from "sharp";
import {
  addXmpToPng,
  type ContentCredentials,
  findCredentials,
  type ImageOrigin,
  writeXmp,
} from "../../engines/credentials/index.ts";
import { type ImageEngine, type ReferenceImage, readPngSize } from "../../engines/image/index.ts";
import type { Upscaler } from "../../engines/upscale/index.ts";
import { AppError } from "../../platform/errors.ts";
import { encodeImage, toPng } from "./image-format.ts";
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
  /** What its content credentials will say. */
  origin: ImageOrigin;
}

/** A file that collections store: PNG, with content credentials unless they are turned off. */
export interface ImageFile extends Omit<DeliveredImage, "origin"> {
  width: number;
  height: number;
  credential: string | undefined;
}

export interface ImageService {
  generate(request: ImageGenerationRequest): Promise<DeliveredImage>;
  /** How many images of one call may be generated at once, so that a call does not overload its own engine. */
  getPlaces(model: ImageModelName): number;
  /** Encodes an image for its caller, with content credentials unless they are turned off. */
  encode(image: DeliveredImage, format: "jpeg" | "png" | "webp"): Promise<Buffer>;
  /** `isSigned: false` makes a file again that was stored without content credentials. */
  generateFile(request: ImageGenerationRequest & { isSigned?: boolean }): Promise<ImageFile>;
  /** Throws when the prompt, style or a trait contains blocked words. */
  checkWords(request: Pick<ImageGenerationRequest, "prompt" | "style" | "traits">): void;
}

/** Creates the pipeline from prompt to finished image: moderation, engine, enhancement, exact size. */
export function createImageService(parts: {
  engines: ReadonlyMap<ImageModelName, ImageEngine>;
  upscaler: Upscaler;
  moderation: Moderation;
  /** Undefined when they are turned off. */
  credentials: ContentCredentials | undefined;
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
      return {
        bytes,
        seed: generated.seed,
        engine: engine.kind,
        warnings: generated.warnings,
        origin: {
          sourceType: nameSource(engine.kind, request.reference),
          madeBy: request.model,
          upstream: parts.credentials && findCredentials(generated.bytes, generated.format),
        },
      };
    },
    async encode({ bytes, origin }, format) {
      const { credentials } = parts;
      const encoded = await encodeImage(bytes, format, credentials && writeXmp(origin.sourceType));
      return credentials ? (await credentials.sign({ bytes: encoded, format }, origin)).bytes : encoded;
    },
    async generateFile({ isSigned = true, ...request }) {
      const { plan, problem } = planImage(request.model, request);
      if (problem) throw new AppError("invalid_request", problem.message);
      const { origin, ...image } = await service.generate(request);
      const png = await toPng(image.bytes);
      const file = { ...image, ...plan.delivered };
      if (!parts.credentials || !isSigned) return { ...file, bytes: png, credential: undefined };
      const bytes = addXmpToPng(png, writeXmp(origin.sourceType));
      return { ...file, ...(await parts.credentials.sign({ bytes, format: "png" }, origin)) };
    },
    checkWords: ({ prompt, style, traits }) =>
      parts.moderation.checkPrompt(composePrompt(prompt, style, traits)),
  };
  return service;
}

/** The sketch engine draws by rules; a model starts from noise, or from a reference image. */
function nameSource(
  kind: ImageEngine["kind"],
  reference: ReferenceImage | undefined,
): ImageOrigin["sourceType"] {
  if (reference) return "compositeSynthetic";
  return kind === "sketch" ? "algorithmicMedia" : "trainedAlgorithmicMedia";
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
