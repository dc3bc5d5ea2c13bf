import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readBase64Image } from "./image-bytes.ts";
import type { GeneratedImage, ImageEngine, ImageRequest } from "./image-engine.ts";
import { encodedImageSchema } from "./image-json.ts";
import {
  createImageServerClient,
  disarmPromptDirectives,
  type ImageServerCall,
} from "./image-server-client.ts";
import { createUnreadableAnswerError } from "./image-server-errors.ts";
import { interruptSdWebTask } from "./sd-web-interruption.ts";

export interface SdWebEngineOptions {
  name: string;
  baseUrl: string;
  checkpoint?: string | undefined;
  sampler?: string | undefined;
  /** Upscaler name, such as "R-ESRGAN 4x+"; without it the engine does not upscale. */
  upscaler?: string | undefined;
  basicAuth?: { username: string; password: string } | undefined;
}

const generatedSchema = z.object({ images: z.array(encodedImageSchema).min(1), info: z.string().catch("") });
const infoSchema = z.object({ seed: z.int().nonnegative() });
const upscaledSchema = z.object({ image: encodedImageSchema });

/** Creates an engine for AUTOMATIC1111's web UI, its forks and stable-diffusion.cpp's server. */
export function createSdWebEngine(options: SdWebEngineOptions): ImageEngine {
  const { basicAuth, upscaler } = options;
  const client = createImageServerClient({
    baseUrl: options.baseUrl,
    authorization:
      basicAuth && `Basic ${Buffer.from(`${basicAuth.username}:${basicAuth.password}`).toString("base64")}`,
  });

  async function generate(request: ImageRequest): Promise<GeneratedImage> {
    const { reference, signal } = request;
    signal.throwIfAborted();
    const taskId = `task(mintwright-${randomUUID()})`;
    const call: ImageServerCall = {
      method: "POST",
      path: reference ? "sdapi/v1/img2img" : "sdapi/v1/txt2img",
      json: buildBody(request, options, taskId),
      signal,
    };
    const answer = await client.requestJson(call, generatedSchema).catch((error: unknown) => {
      // These servers continue when the client disconnects. Not awaited: the caller has left.
      if (signal.aborted) void interruptSdWebTask(client, taskId);
      throw error;
    });
    return {
      ...readBase64Image(answer.images[0] ?? ""),
      seed: readSeed(answer.info) ?? request.seed,
      warnings: reference?.keepsCharacter
        ? ["This engine keeps the character only as far as a low strength keeps the whole image."]
        : [],
    };
  }

  return {
    name: options.name,
    kind: "sd-web",
    generate,
    ...(upscaler && {
      async upscale({ bytes, width, height, signal }) {
        const body = {
          image: bytes.toString("base64"),
          // 1 means "to this size"; 0 would mean "by this factor".
          resize_mode: 1,
          upscaling_resize_w: width,
          upscaling_resize_h: height,
          upscaling_crop: true,
          upscaler_1: upscaler,
        };
        const path = "sdapi/v1/extra-single-image";
        const answer = await client.requestJson({ method: "POST", path, json: body, signal }, upscaledSchema);
        return readBase64Image(answer.image).bytes;
      },
    }),
    async checkHealth(signal) {
      const models = await client.requestJson(
        { method: "GET", path: "sdapi/v1/sd-models", signal },
        z.array(z.unknown()),
      );
      if (models.length === 0) throw createUnreadableAnswerError("the server lists no checkpoint");
    },
  };
}

function buildBody(request: ImageRequest, options: SdWebEngineOptions, taskId: string) {
  const { reference, steps } = request;
  return {
    prompt: disarmPromptDirectives(request.prompt),
    width: request.width,
    height: request.height,
    seed: request.seed,
    batch_size: 1,
    n_iter: 1,
    force_task_id: taskId,
    ...(steps !== undefined && { steps }),
    ...(options.sampler && { sampler_name: options.sampler }),
    ...(options.checkpoint && { override_settings: { sd_model_checkpoint: options.checkpoint } }),
    ...(reference && {
      init_images: [reference.bytes.toString("base64")],
      denoising_strength: reference.strength,
      // Crops what does not fit; the default would stretch it.
      resize_mode: 1,
    }),
  };
}

// AUTOMATIC1111 returns JSON in this string; stable-diffusion.cpp leaves it empty and uses the requested seed.
function readSeed(info: string): number | undefined {
  try {
    return infoSchema.parse(JSON.parse(info)).seed;
  } catch {
    return undefined;
  }
}
