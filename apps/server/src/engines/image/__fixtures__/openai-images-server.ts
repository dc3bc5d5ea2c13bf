import { z } from "zod";
import { detectImageFormat } from "../image-bytes.ts";
import { createPlainPng } from "./plain-png.ts";
import {
  type Answer,
  type Fault,
  type ProtocolServer,
  ProtocolViolation,
  type SeenRequest,
  startProtocolServer,
} from "./protocol-server.ts";
import { parseFormRequest, parseJsonRequest } from "./request-parsing.ts";

const fieldsSchema = z.strictObject({
  model: z.string().min(1),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).default(1),
  size: z.string().regex(/^\d{2,4}x\d{2,4}$/),
  response_format: z.enum(["url", "b64_json"]).optional(),
  input_fidelity: z.enum(["high", "low"]).optional(),
});
type Fields = z.infer<typeof fieldsSchema>;

const sizesOfModels: Record<string, string[]> = {
  "dall-e-3": ["1024x1024", "1792x1024", "1024x1792"],
  "gpt-image-1.5": ["1024x1024", "1536x1024", "1024x1536"],
};

/** Starts a server that speaks OpenAI's image API under /v1. */
export async function startOpenAiImagesServer(apiKey?: string): Promise<ProtocolServer> {
  const server = await startProtocolServer({
    isFaulty: (path) => path.startsWith("/v1/images/"),
    async answer(request, fault) {
      if (apiKey && request.authorization !== `Bearer ${apiKey}`) {
        throw refuse(401, "invalid_api_key", `Incorrect API key provided: ${request.authorization}`);
      }
      switch (`${request.method} ${request.path}`) {
        case "GET /v1/models":
          return {
            json: { object: "list", data: [{ id: "image-model", object: "model", owned_by: "local" }] },
          };
        case "POST /v1/images/generations":
          return generate(
            parseJsonRequest(request, fieldsSchema.omit({ input_fidelity: true }), refuseField),
            fault,
          );
        case "POST /v1/images/edits":
          return generate(await readEdit(request), fault);
        default:
          throw refuse(404, "not_found", `Unknown request URL: ${request.method} ${request.path}`);
      }
    },
  });
  return { ...server, url: `${server.url}/v1` };
}

async function readEdit(request: SeenRequest): Promise<Fields> {
  const { image, n, ...fields } = Object.fromEntries(await parseFormRequest(request));
  if (!(image instanceof File) || !detectImageFormat(Buffer.from(await image.arrayBuffer()))) {
    throw refuseField("image: an image file is required");
  }
  if (!/\.(png|jpe?g|webp)$/.test(image.name) || !/^image\/(png|jpeg|webp)$/.test(image.type)) {
    throw refuseField(`image: unsupported mimetype ${image.type} of ${image.name}`);
  }
  const parsed = fieldsSchema.safeParse({ ...fields, n: Number(n) });
  if (!parsed.success) throw refuseField(parsed.error.message);
  if (parsed.data.model === "dall-e-3") throw refuseField("model: dall-e-3 does not edit");
  if (parsed.data.input_fidelity && parsed.data.model !== "gpt-image-1.5")
    throw refuseField("input_fidelity");
  return parsed.data;
}

function generate({ model, size, response_format }: Fields, fault: Fault | undefined): Answer {
  if (fault === "refused")
    throw refuse(400, "moderation_blocked", "Your request was rejected by the safety system.");
  const isGptImage = model.startsWith("gpt-image");
  if (isGptImage && response_format) throw refuseField("Unknown parameter: 'response_format'.");
  if (sizesOfModels[model]?.includes(size) === false) throw refuseField(`size: ${size}`);
  const [width = 0, height = 0] = size.split("x").map(Number);
  const created = Math.floor(Date.now() / 1000);
  // As documented: models before gpt-image answer with an address unless they are asked for bytes.
  if (fault === "address-only" || (!isGptImage && response_format !== "b64_json")) {
    return { json: { created, data: [{ url: "http://127.0.0.1:1/image.png" }] } };
  }
  const encoded: Partial<Record<Fault, string>> = {
    "not-base64": "@@@@ no base64 @@@@",
    "not-an-image": Buffer.from("hello").toString("base64"),
  };
  const b64_json = (fault && encoded[fault]) ?? createPlainPng(width, height).toString("base64");
  return { json: { created, data: fault === "no-images" ? [] : [{ b64_json }] } };
}

function refuseField(message: string): ProtocolViolation {
  return refuse(400, "invalid_request_error", message);
}

function refuse(status: number, code: string, message: string): ProtocolViolation {
  return new ProtocolViolation(status, {
    error: { message, type: "image_generation_user_error", param: null, code },
  });
}
