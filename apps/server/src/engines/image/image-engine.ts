import { AppError, type AppErrorOptions } from "../../platform/errors.ts";
import type { CheckedServer } from "../pool/check-health.ts";

export interface ImageTrait {
  trait_type: string;
  value: string;
}

export interface ReferenceImage {
  bytes: Buffer;
  format: "jpeg" | "png" | "webp";
  /** How far the result may depart from the reference: 0 keeps it, 1 ignores it. */
  strength: number;
  keepsCharacter: boolean;
}

/** The input of an image engine. Sizes are within the model's base range. */
export interface ImageRequest {
  /** The final prompt, including style and traits. */
  prompt: string;
  width: number;
  height: number;
  /** Undefined for models without steps. */
  steps?: number;
  seed: number;
  reference?: ReferenceImage;
  /** The parts of the prompt, for engines that draw from them instead of the text. */
  subject: { prompt: string; style?: string; traits: ImageTrait[] };
  signal: AbortSignal;
}

export interface GeneratedImage {
  bytes: Buffer;
  format: "jpeg" | "png" | "webp";
  /** The seed that the engine reports, or the requested one. */
  seed: number;
  /** Requested options that this engine cannot honour, as messages for the caller. */
  warnings: string[];
}

export interface ImageEngine {
  name: string;
  /** Value of the answer's engine header. */
  kind: "sketch" | "openai-images" | "sd-web" | "comfyui";
  /** Concurrent images; further calls are refused. Undefined when the engine queues them itself. */
  maxConcurrent?: number;
  generate(request: ImageRequest): Promise<GeneratedImage>;
  /** Enlarges an image with the engine's own upscaler, where it has one. */
  upscale?(image: { bytes: Buffer; width: number; height: number; signal: AbortSignal }): Promise<Buffer>;
  checkHealth(signal: AbortSignal): Promise<void>;
  /** The servers of a remote engine. */
  servers?: readonly CheckedServer[];
}

/** An image engine failed. The error says whether a retry makes sense. */
export class ImageEngineError extends AppError {
  /** True only when the work certainly did not start, because a second image costs as much as the first. */
  readonly isRetryable: boolean;
  /** The engine is healthy and declined this request only, so the circuit breaker does not count it. */
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
