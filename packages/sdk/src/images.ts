import { type Answer, type Call, toCall } from "./call.ts";
import {
  type GenerateImageRequest,
  type GenerateMultipleImagesRequest,
  type GenerateMultipleImagesResponse,
  headerNames,
} from "./contract.ts";
import { askPrice, isDryRun, type Price } from "./dry-run.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** An image and how it was generated. */
export interface GeneratedImage {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** The same seed and request give the same image if the engine supports it. */
  seed: number | undefined;
}

/** Several images, in the order of their prompts. */
export interface GeneratedImages {
  /** Null for an image that could not be generated, which is not charged. */
  images: (GeneratedImage | null)[];
  errors: NonNullable<GenerateMultipleImagesResponse["errors"]>;
}

/** Options for generating one image. */
export interface ImageOptions extends CallOptions {
  /** Default: `jpeg`. */
  format?: "jpeg" | "png" | "webp" | undefined;
}

/** Images. */
export interface Images {
  /** Generates one image. */
  generate(request: GenerateImageRequest, options: DryRunOptions): Call<Price>;
  generate(request: GenerateImageRequest, options?: ImageOptions): Call<GeneratedImage>;
  /** Generates one image per prompt. */
  generateMany(request: GenerateMultipleImagesRequest, options: DryRunOptions): Call<Price>;
  generateMany(request: GenerateMultipleImagesRequest, options?: CallOptions): Call<GeneratedImages>;
}

export function createImages(transport: Transport): Images {
  function generate(body: GenerateImageRequest, options: ImageOptions | DryRunOptions = {}) {
    if (isDryRun(options)) return askPrice(transport, "generateImage", { body }, options);
    const { format = "jpeg" } = options as ImageOptions;
    const generated = transport.bytes("generateImage", { body, accept: `image/${format}` }, options);
    return toCall(generated.then(toImage));
  }

  function generateMany(body: GenerateMultipleImagesRequest, options: CallOptions | DryRunOptions = {}) {
    if (isDryRun(options)) return askPrice(transport, "generateMultipleImages", { body }, options);
    const input = { body, prefer: ["base64"] };
    const generated = transport.json<GenerateMultipleImagesResponse>(
      "generateMultipleImages",
      input,
      options,
    );
    return toCall(generated.then(toImages));
  }
  return { generate, generateMany } as Images;
}

function toImage(answer: Answer<Uint8Array<ArrayBuffer>>): Answer<GeneratedImage> {
  const { headers } = answer.response;
  const seed = headers.get(headerNames.imageSeed);
  const contentType = headers.get("content-type") ?? "";
  return { ...answer, data: { bytes: answer.data, contentType, seed: seed ? Number(seed) : undefined } };
}

function toImages(answer: Answer<GenerateMultipleImagesResponse>): Answer<GeneratedImages> {
  const { data, errors = [] } = answer.data;
  const seeds = (answer.response.headers.get(headerNames.imageSeed) ?? "").split(", ");
  const images = data.map((image) => {
    if (image === null) return null;
    // Seeds are returned only for the images that were generated.
    const seed = seeds.shift();
    return { bytes: decode(image), contentType: "image/jpeg", seed: seed ? Number(seed) : undefined };
  });
  return { ...answer, data: { images, errors } };
}

function decode(image: string | number[]): Uint8Array<ArrayBuffer> {
  return typeof image === "string"
    ? Uint8Array.from(atob(image), (character) => character.charCodeAt(0))
    : Uint8Array.from(image);
}
