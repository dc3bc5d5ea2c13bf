import { z } from "zod";

const link = z.tuple([z.string(), z.int()]);
const side = z.int().min(16).max(16_384);

/** The inputs that ComfyUI's own nodes take, with the types that it insists on. */
export const nodeSchemas: Record<string, z.ZodType> = {
  CheckpointLoaderSimple: z.strictObject({ ckpt_name: z.string() }),
  CLIPTextEncode: z.strictObject({ text: z.string(), clip: link }),
  EmptyLatentImage: z.strictObject({ width: side, height: side, batch_size: z.int() }),
  LoadImage: z.strictObject({ image: z.string() }),
  ImageScale: z.strictObject({
    image: link,
    width: side,
    height: side,
    upscale_method: z.string(),
    crop: z.string(),
  }),
  VAEEncode: z.strictObject({ pixels: link, vae: link }),
  KSampler: z.strictObject({
    seed: z.int().min(0),
    steps: z.int().min(1).max(10_000),
    cfg: z.number(),
    sampler_name: z.string(),
    scheduler: z.string(),
    denoise: z.number().min(0).max(1),
    model: link,
    positive: link,
    negative: link,
    latent_image: link,
  }),
  VAEDecode: z.strictObject({ samples: link, vae: link }),
  SaveImage: z.strictObject({ images: link, filename_prefix: z.string() }),
};

const decoding = {
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
  "9": { class_type: "SaveImage", inputs: { images: ["8", 0], filename_prefix: "mintwright {{seed}}" } },
};
const reading = {
  "4": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "dream.safetensors" } },
  "6": {
    class_type: "CLIPTextEncode",
    inputs: { text: "{{prompt}}, best quality", clip: ["4", 1] },
    _meta: { title: "Positive" },
  },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "blurry", clip: ["4", 1] } },
};

function buildSampler(denoise: unknown) {
  return {
    class_type: "KSampler",
    inputs: {
      seed: "{{seed}}",
      steps: "{{steps}}",
      cfg: 7.5,
      sampler_name: "euler",
      scheduler: "normal",
      denoise,
      model: ["4", 0],
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  };
}

/** A workflow as an operator exports it, with placeholders. */
export const wordsWorkflow = {
  "3": buildSampler(1),
  ...reading,
  "5": {
    class_type: "EmptyLatentImage",
    inputs: { width: "{{width}}", height: "{{height}}", batch_size: 1 },
  },
  ...decoding,
};

/** A workflow that starts from a reference image. */
export const referenceWorkflow = {
  "3": buildSampler("{{strength}}"),
  ...reading,
  "1": { class_type: "LoadImage", inputs: { image: "{{image}}" } },
  "2": {
    class_type: "ImageScale",
    inputs: {
      image: ["1", 0],
      width: "{{width}}",
      height: "{{height}}",
      upscale_method: "lanczos",
      crop: "center",
    },
  },
  "5": { class_type: "VAEEncode", inputs: { pixels: ["2", 0], vae: ["4", 2] } },
  ...decoding,
};
