import { hash } from "node:crypto";
import { FormData } from "undici";
import { z } from "zod";
import { type ComfyUiImage, runComfyUiJob } from "./comfyui-jobs.ts";
import { type ComfyUiWorkflow, readComfyUiWorkflow } from "./comfyui-workflow.ts";
import { readImage } from "./image-bytes.ts";
import type { GeneratedImage, ImageEngine, ImageRequest, ReferenceImage } from "./image-engine.ts";
import { createImageServerClient, type ImageServerClient } from "./image-server-client.ts";
import { createUnreadableAnswerError, forbidRetry } from "./image-server-errors.ts";

export interface ComfyUiEngineOptions {
  name: string;
  baseUrl: string;
  /** The text-to-image workflow in API format, with placeholders. */
  workflow: unknown;
  /** The image-to-image workflow, with {{image}}; without it reference images are ignored. */
  referenceWorkflow?: unknown;
  /** Id of the node whose image is the result; by default the first that saves an image. */
  outputNode?: string | undefined;
  /** Value of {{steps}} when a request has none, 20 by default. */
  defaultSteps?: number | undefined;
  /** Sent as a bearer token, for servers behind a proxy. */
  apiKey?: string | undefined;
  /** Polling interval, 400 by default. */
  pollIntervalInMs?: number | undefined;
}

const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string().default("") });

export function createComfyUiEngine(options: ComfyUiEngineOptions): ImageEngine {
  const client = createImageServerClient({
    baseUrl: options.baseUrl,
    authorization: options.apiKey && `Bearer ${options.apiKey}`,
  });
  const { wordsWorkflow, referenceWorkflow } = readWorkflows(options);
  const { pollIntervalInMs = 400, defaultSteps = 20, outputNode } = options;
  return {
    name: options.name,
    kind: "comfyui",
    async generate(request: ImageRequest): Promise<GeneratedImage> {
      const { signal } = request;
      const reference = referenceWorkflow && request.reference;
      const workflow = (reference && referenceWorkflow) ?? wordsWorkflow;
      const filled = workflow.fill({
        prompt: request.prompt,
        width: request.width,
        height: request.height,
        steps: request.steps ?? defaultSteps,
        seed: request.seed,
        ...(reference && {
          image: await uploadReference(client, reference, signal),
          strength: reference.strength,
        }),
      });
      const images = await runComfyUiJob(client, filled, { signal, pollIntervalInMs });
      const { filename, subfolder, type } = chooseImage(images, outputNode);
      const query = { filename, subfolder, type };
      const bytes = await client
        .requestBytes({ method: "GET", path: "view", query, signal })
        .catch((error: unknown) => Promise.reject(forbidRetry(error)));
      return { ...readImage(bytes), seed: request.seed, warnings: listWarnings(request, workflow) };
    },
    async checkHealth(signal) {
      const schema = z.object({ devices: z.array(z.unknown()) });
      await client.requestJson({ method: "GET", path: "system_stats", signal }, schema);
    },
  };
}

function readWorkflows({ workflow, referenceWorkflow }: ComfyUiEngineOptions) {
  const wordsWorkflow = readComfyUiWorkflow(workflow);
  for (const name of ["image", "strength"] as const) {
    if (wordsWorkflow.placeholders.has(name)) {
      throw new Error(
        `the workflow has {{${name}}}: a workflow that needs a reference image belongs in referenceWorkflow`,
      );
    }
  }
  if (referenceWorkflow === undefined) return { wordsWorkflow };
  const read = readComfyUiWorkflow(referenceWorkflow);
  if (!read.placeholders.has("image")) throw new Error("the referenceWorkflow has no {{image}}");
  return { wordsWorkflow, referenceWorkflow: read };
}

async function uploadReference(
  client: ImageServerClient,
  { bytes, format }: ReferenceImage,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  // Named by content hash: the same image is stored once and never replaces another.
  const fileName = `mintwright-${hash("sha256", bytes, "hex")}.${format}`;
  form.set("image", new File([new Uint8Array(bytes)], fileName, { type: `image/${format}` }));
  form.set("type", "input");
  form.set("overwrite", "true");
  const call = { method: "POST", path: "upload/image", form, signal } as const;
  const { name, subfolder } = await client.requestJson(call, uploadedSchema);
  return subfolder ? `${subfolder}/${name}` : name;
}

function chooseImage(images: ComfyUiImage[], outputNode: string | undefined): ComfyUiImage {
  const candidates = outputNode === undefined ? images : images.filter(({ node }) => node === outputNode);
  // Saved images take precedence over previews, which have the type "temp".
  const chosen = candidates.find(({ type }) => type === "output") ?? candidates[0];
  if (!chosen) throw createUnreadableAnswerError("a finished job without an image of the configured node");
  return chosen;
}

function listWarnings(request: ImageRequest, { placeholders }: ComfyUiWorkflow): string[] {
  const { reference, steps } = request;
  const isUsed = reference !== undefined && placeholders.has("image");
  return [
    !placeholders.has("seed") &&
      "This engine's workflow takes no seed: the same seed may give a different image.",
    !(placeholders.has("width") && placeholders.has("height")) &&
      "This engine's workflow takes no size: it generates the size that it was written for.",
    steps !== undefined &&
      !placeholders.has("steps") &&
      "This engine's workflow takes no steps: the value was ignored.",
    reference &&
      !isUsed &&
      "This engine has no workflow for reference images: the reference image was not used.",
    isUsed &&
      !placeholders.has("strength") &&
      "This engine's workflow takes no strength: it decides how closely it follows the reference image.",
    isUsed && reference.keepsCharacter && "This engine's workflow decides how much of the character is kept.",
  ].filter((warning) => typeof warning === "string");
}
