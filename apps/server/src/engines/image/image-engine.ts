import { AppError, type AppErrorOptions } from "../../platform/errors.ts";

/** A trait that the picture should show, as drawn for this one image. */
export interface ImageTrait {
  trait_type: string;
  value: string;
}

/** A picture that the new one starts from. */
export interface ReferenceImage {
  bytes: Buffer;
  format: "jpeg" | "png" | "webp";
  /** How far the result may leave the reference: 0 keeps it, 1 ignores it. */
  strength: number;
  /** Keep the main character's identity. */
  keepsCharacter: boolean;
}

/** What an image engine is asked. Sizes are within the model's base range. */
export interface ImageRequest {
  /** The words to paint, with style and traits already worked in. */
  prompt: string;
  width: number;
  height: number;
  /** Undefined for models that have no steps. */
  steps?: number;
  seed: number;
  reference?: ReferenceImage;
  /** What the prompt was made of, for engines that draw from the parts instead of the words. */
  subject: { prompt: string; style?: string; traits: ImageTrait[] };
  signal: AbortSignal;
}

/** What an image engine answers. */
export interface GeneratedImage {
  bytes: Buffer;
  format: "jpeg" | "png" | "webp";
  /** The seed that was really used, when the engine tells. */
  seed: number;
  /** What was asked for and this engine cannot do, in words. Never a silent drop. */
  warnings: string[];
}

/** A server, or the built-in sketcher, that paints pictures. */
export interface ImageEngine {
  name: string;
  /** What the answer's engine header says: sketch, or the kind of server. */
  kind: "sketch" | "openai-images" | "sd-web" | "comfyui";
  /** Pictures that it takes at once; one more is refused. Undefined when it has a line to wait in. */
  maxConcurrent?: number;
  generate(request: ImageRequest): Promise<GeneratedImage>;
  /** Enlarges a picture to width × height with the engine's own upscaler, where it has one. */
  upscale?(image: { bytes: Buffer; width: number; height: number; signal: AbortSignal }): Promise<Buffer>;
  /** Throws when the engine could not answer now. */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** An image engine could not paint. Whether it is worth asking again is a property of the error. */
export class ImageEngineError extends AppError {
  /** True only where the work surely did not start, because a second picture costs as much as the first. */
  readonly isRetryable: boolean;
  /** The engine is well and declined this one request, which says nothing about the next. */
  readonly isRefusal: boolean;

  constructor(
    code: "engine_failed" | "engine_unavailable" | "engine_timeout",
    message: string,
    { isRetryable, isRefusal, ...options }: AppErrorOptions & { isRetryable: boolean; isRefusal?: boolean },
  ) {
    super(code, message, options);
    this.isRetryable = isRetryable;
    this.isRefusal = isRefusal ?? false;
  }
}
