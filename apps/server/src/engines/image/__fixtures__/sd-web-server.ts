import { z } from "zod";
import { createPlainPng } from "./plain-png.ts";
import {
  type Answer,
  type Fault,
  type ProtocolServer,
  ProtocolViolation,
  type SeenRequest,
  startProtocolServer,
} from "./protocol-server.ts";
import { isBase64Image, parseJsonRequest } from "./request-parsing.ts";

const side = z.int().min(64).max(2048);
const base64ImageSchema = z.string().refine(isBase64Image, "Invalid encoded image");
const wordsSchema = z.strictObject({
  prompt: z.string().min(1),
  width: side,
  height: side,
  seed: z.int().min(-1),
  steps: z.int().min(1).max(150).default(50),
  batch_size: z.literal(1).default(1),
  n_iter: z.literal(1).default(1),
  sampler_name: z.enum(["Euler a", "DPM++ 2M"]).optional(),
  override_settings: z.strictObject({ sd_model_checkpoint: z.string() }).optional(),
  force_task_id: z.string().optional(),
});
const referenceSchema = wordsSchema.extend({
  init_images: z.array(base64ImageSchema).min(1),
  denoising_strength: z.number().min(0).max(1).default(0.75),
  resize_mode: z.int().min(0).max(3).default(0),
});
const extrasSchema = z.strictObject({
  image: base64ImageSchema,
  resize_mode: z.union([z.literal(0), z.literal(1)]).default(0),
  upscaling_resize_w: side,
  upscaling_resize_h: side,
  upscaling_crop: z.boolean().default(true),
  upscaler_1: z.enum(["None", "R-ESRGAN 4x+"]),
});
const progressSchema = z.strictObject({
  id_task: z.string(),
  id_live_preview: z.int(),
  live_preview: z.boolean(),
});

/** How this one of the many servers with that API behaves. */
export interface SdWebServerOptions {
  /** stable-diffusion.cpp leaves `info` empty and knows no tasks, no interruption and no extras. */
  flavour?: "webui" | "stable-diffusion.cpp";
  basicAuth?: string;
}

/** A server with the web API, and which task it says it is generating. */
export interface SdWebServer extends ProtocolServer {
  work: { currentTask: string | undefined; finishedTasks: string[]; interruptions: number };
}

/** Starts a server that speaks the Stable Diffusion web API. */
export async function startSdWebServer(options: SdWebServerOptions = {}): Promise<SdWebServer> {
  const work: SdWebServer["work"] = { currentTask: undefined, finishedTasks: [], interruptions: 0 };
  const isWebUi = options.flavour !== "stable-diffusion.cpp";

  function answerWebUi(request: SeenRequest, fault: Fault | undefined): Answer {
    switch (`${request.method} ${request.path}`) {
      case "POST /sdapi/v1/extra-single-image": {
        const body = parseJsonRequest(request, extrasSchema, refuse);
        const png = createPlainPng(body.upscaling_resize_w, body.upscaling_resize_h).toString("base64");
        return {
          json: { html_info: "<p>done</p>", image: fault === "no-images" ? null : spoil(png, fault) },
        };
      }
      case "POST /sdapi/v1/interrupt":
        work.interruptions++;
        return { json: {} };
      case "POST /internal/progress": {
        const { id_task } = parseJsonRequest(request, progressSchema, refuse);
        const active = id_task === work.currentTask;
        return { json: { active, queued: false, completed: work.finishedTasks.includes(id_task) } };
      }
      default:
        throw new ProtocolViolation(404, { detail: "Not Found" });
    }
  }

  const server = await startProtocolServer({
    isFaulty: (path) => /\/(txt2img|img2img|extra-single-image)$/.test(path),
    answer(request, fault) {
      if (options.basicAuth) {
        const expected = `Basic ${Buffer.from(options.basicAuth).toString("base64")}`;
        if (request.authorization !== expected) {
          throw new ProtocolViolation(401, {
            detail: `Incorrect username or password ${request.authorization}`,
          });
        }
      }
      switch (`${request.method} ${request.path}`) {
        case "GET /sdapi/v1/sd-models":
          return {
            json: [{ title: "dream.safetensors [123]", model_name: "dream", filename: "dream.safetensors" }],
          };
        case "POST /sdapi/v1/txt2img":
          return generate(parseJsonRequest(request, wordsSchema, refuse), isWebUi, fault);
        case "POST /sdapi/v1/img2img":
          return generate(parseJsonRequest(request, referenceSchema, refuse), isWebUi, fault);
        default:
          if (!isWebUi) throw new ProtocolViolation(404, {});
          return answerWebUi(request, fault);
      }
    },
  });
  return { ...server, work };
}

function generate(body: z.infer<typeof wordsSchema>, isWebUi: boolean, fault: Fault | undefined): Answer {
  if (fault === "refused") throw refuse("prompt");
  const seed = body.seed === -1 ? 4_242 : body.seed;
  const png = createPlainPng(body.width, body.height, seed).toString("base64");
  const info = isWebUi ? JSON.stringify({ prompt: body.prompt, seed, all_seeds: [seed] }) : "";
  return { json: { images: fault === "no-images" ? [] : [spoil(png, fault)], parameters: body, info } };
}

function spoil(png: string, fault: Fault | undefined): string {
  if (fault === "not-base64") return "@@@@ no base64 @@@@";
  return fault === "not-an-image" ? Buffer.from("hello").toString("base64") : png;
}

function refuse(message: string): ProtocolViolation {
  return new ProtocolViolation(422, { detail: [{ loc: ["body"], msg: message, type: "value_error" }] });
}
