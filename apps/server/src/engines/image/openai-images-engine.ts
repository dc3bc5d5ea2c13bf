import { FormData } from "undici";
import { z } from "zod";
import { readBase64Image } from "./image-bytes.ts";
import type { GeneratedImage, ImageEngine, ImageRequest, ReferenceImage } from "./image-engine.ts";
import { encodedImageSchema } from "./image-json.ts";
import { createImageServerClient, disarmPromptDirectives } from "./image-server-client.ts";
import { chooseSize, getOpenAiImageModel, type OpenAiImageModel } from "./openai-image-models.ts";

export interface OpenAiImagesEngineOptions {
  name: string;
  /** Including the version, such as http://localhost:1234/v1. */
  baseUrl: string;
  model: string;
  apiKey?: string | undefined;
  /** Supported sizes as WIDTHxHEIGHT; by default derived from the model's name. */
  sizes?: readonly string[] | undefined;
  /** Whether it accepts a reference image; by default derived from the model's name. */
  takesReferences?: boolean | undefined;
}

// A response with a URL instead of the image is rejected: no server may send us elsewhere (SSRF).
const answerSchema = z.object({ data: z.array(z.object({ b64_json: encodedImageSchema })).min(1) });

/**
 * Creates an engine for OpenAI's image API, hosted or self-hosted. Does not use the `openai` client, which reads
 * responses of any length into memory.
 */
export function createOpenAiImagesEngine(options: OpenAiImagesEngineOptions): ImageEngine {
  const client = createImageServerClient({
    baseUrl: options.baseUrl,
    authorization: options.apiKey && `Bearer ${options.apiKey}`,
  });
  const known = getOpenAiImageModel(options.model);
  const model: OpenAiImageModel = {
    ...known,
    ...(options.sizes && { sizes: options.sizes }),
    ...(options.takesReferences !== undefined && { takesReferences: options.takesReferences }),
  };
  return {
    name: options.name,
    kind: "openai-images",
    async generate(request: ImageRequest): Promise<GeneratedImage> {
      const { reference, signal } = request;
      const size = chooseSize(model, request.width, request.height);
      const fields = {
        model: options.model,
        prompt: disarmPromptDirectives(request.prompt),
        n: 1,
        size,
        ...(model.takesResponseFormat && { response_format: "b64_json" }),
      };
      const answer =
        reference && model.takesReferences
          ? await client.requestJson(
              { method: "POST", path: "images/edits", form: buildEditForm(fields, reference, model), signal },
              answerSchema,
            )
          : await client.requestJson(
              { method: "POST", path: "images/generations", json: fields, signal },
              answerSchema,
            );
      const image = readBase64Image(answer.data[0]?.b64_json ?? "");
      return { ...image, seed: request.seed, warnings: listWarnings(request, size, model) };
    },
    async checkHealth(signal) {
      await client.send({ method: "GET", path: "models", signal });
    },
  };
}

function buildEditForm(
  fields: Record<string, string | number>,
  reference: ReferenceImage,
  model: OpenAiImageModel,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (reference.keepsCharacter && model.takesInputFidelity) form.set("input_fidelity", "high");
  const type = `image/${reference.format}`;
  // `image` and not `image[]`: the one name that hosted models, old and new, and self-hosted servers accept.
  form.set("image", new File([new Uint8Array(reference.bytes)], `reference.${reference.format}`, { type }));
  return form;
}

function listWarnings(
  { width, height, steps, reference }: ImageRequest,
  size: string,
  model: OpenAiImageModel,
) {
  const isUsed = reference !== undefined && model.takesReferences;
  return [
    "This engine chooses its own seed: the same seed gives a different image.",
    steps !== undefined && "This engine has no steps: the value was ignored.",
    size !== `${width}x${height}` && `This engine generated ${size} instead of ${width}x${height}.`,
    reference && !isUsed && "This engine takes no reference image: it was ignored.",
    isUsed && "This engine has no strength: it decides how closely it follows the reference image.",
    isUsed &&
      reference.keepsCharacter &&
      !model.takesInputFidelity &&
      "This engine cannot be told to keep the character: it follows the reference image as it can.",
  ].filter((warning) => typeof warning === "string");
}
