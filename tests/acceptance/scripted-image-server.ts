import { createCipheriv, createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { crc32, deflateSync } from "node:zlib";

/** One image that was asked for. */
export interface ScriptedRequest {
  path: string;
  prompt: string;
  width: number;
  height: number;
  seed: number;
  steps?: number;
  init_images?: string[];
  denoising_strength?: number;
}

/** What the server does with one image, once the promise is kept. */
export type ImageScript = (request: ScriptedRequest) => Promise<"succeed" | "fail" | "refuse" | "garbage">;

/** A server that speaks the Stable Diffusion web API, checks what it is asked and does what the test says. */
export interface ScriptedImageServer {
  baseUrl: string;
  /** Every image that was asked for, oldest first. */
  readonly asked: ScriptedRequest[];
  /** How many askers left before they had their image. */
  readonly left: number;
  script: ImageScript;
  stop(): Promise<void>;
}

/** Enough that an image is too large for a database row, as real ones are. */
const noisyRows = 96;

/** Creates at once; a prompt always looks the same, whatever the seed. */
export const succeed: ImageScript = async () => "succeed";

/** Never answers. */
export const hang: ImageScript = () => new Promise(() => {});

/** Starts the server on a free port. */
export async function startScriptedImageServer(): Promise<ScriptedImageServer> {
  const asked: ScriptedRequest[] = [];
  const complaints: string[] = [];
  let left = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const path = (request.url ?? "").replace("/sdapi/v1/", "");
    const body: unknown = request.method === "POST" ? JSON.parse(await text(request)) : undefined;
    if (path === "sd-models") return void respond(200, [{ title: "scripted" }]);
    if (path === "/internal/progress") return void respond(200, { active: false, completed: true });
    const order = { ...(body as ScriptedRequest), path };
    const complaint = path === "extra-single-image" ? undefined : findComplaint(order);
    if (complaint) {
      complaints.push(complaint);
      return void respond(422, { detail: complaint });
    }
    if (path === "extra-single-image") {
      const { upscaling_resize_w: width, upscaling_resize_h: height } = body as Record<string, number>;
      return void respond(200, { image: encodePng(width ?? 0, height ?? 0, "upscaled").toString("base64") });
    }
    asked.push(order);
    response.once("close", () => {
      if (!response.writableFinished) left++;
    });
    const outcome = await server.script(order);
    if (outcome === "fail") return void respond(500, { error: "OutOfMemoryError", detail: "" });
    if (outcome === "refuse") return void respond(422, { detail: "not this prompt" });
    const image = encodePng(order.width, order.height, order.prompt).toString("base64");
    const info = JSON.stringify({ seed: order.seed });
    respond(200, { images: [outcome === "garbage" ? "bm8gcGljdHVyZQ==" : image], info });
  }

  const listener = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const server: ScriptedImageServer = {
    baseUrl: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    asked,
    get left() {
      return left;
    },
    script: succeed,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
      if (complaints.length > 0)
        throw new Error(`the image server was asked wrongly: ${complaints.join("; ")}`);
    },
  };
  return server;
}

function findComplaint(request: ScriptedRequest): string | undefined {
  const { path, prompt, width, height, seed, steps, init_images, denoising_strength } = request;
  const isCount = (value: unknown, max: number) => Number.isInteger(value) && Number(value) <= max;
  if (path !== "txt2img" && path !== "img2img") return `there is no ${path}`;
  if (typeof prompt !== "string" || prompt === "") return "prompt must be text";
  if (!isCount(width, 2048) || !isCount(height, 2048)) return `${width}×${height} is no size`;
  if (!isCount(seed, 2 ** 32 - 1) || seed < 0) return `${seed} is no seed`;
  if (steps !== undefined && (!isCount(steps, 150) || steps < 1)) return `${steps} is no number of steps`;
  if (path === "txt2img") return init_images ? "txt2img takes no init_images" : undefined;
  if (init_images?.length !== 1) return "img2img needs init_images";
  const { width: initWidth, height: initHeight } = measureImage(Buffer.from(init_images[0] ?? "", "base64"));
  if (initWidth !== width || initHeight !== height) return `the reference is ${initWidth}×${initHeight}`;
  return Number(denoising_strength) > 0 && Number(denoising_strength) <= 1 ? undefined : "no strength";
}

/** Encodes a black PNG with some noise at the top; without a text there are no pixels behind the header. */
export function encodePng(width: number, height: number, noiseOf?: string): Buffer {
  const rowBytes = width * 3 + 1;
  const pixels = Buffer.alloc(noiseOf === undefined ? 0 : rowBytes * height);
  if (noiseOf !== undefined) {
    const key = createHash("sha256").update(noiseOf).digest().subarray(0, 16);
    const noise = createCipheriv("aes-128-ctr", key, Buffer.alloc(16));
    // Each row begins with the number of its filter, which stays 0: none.
    for (let row = 0; row < Math.min(height, noisyRows); row++) {
      noise.update(Buffer.alloc(rowBytes - 1)).copy(pixels, row * rowBytes + 1);
    }
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunk = (name: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
  };
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const data = chunk("IDAT", deflateSync(pixels, { level: 1 }));
  return Buffer.concat([signature, chunk("IHDR", header), data, chunk("IEND", Buffer.alloc(0))]);
}

/** Reads format and size from the headers of a JPEG, PNG or WebP file; throws when it is none. */
export function measureImage(bytes: Buffer): { format: string; width: number; height: number } {
  if (bytes.toString("latin1", 1, 8) === "PNG\r\n\x1a\n") {
    return { format: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  const kind = bytes.toString("latin1", 8, 16);
  if (kind === "WEBPVP8 ") {
    return {
      format: "webp",
      width: bytes.readUInt16LE(26) & 0x3fff,
      height: bytes.readUInt16LE(28) & 0x3fff,
    };
  }
  if (kind === "WEBPVP8X") {
    return { format: "webp", width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) {
    throw new Error(`these ${bytes.length} bytes are no image`);
  }
  // Segments follow each other until the frame header, whose marker is one of C0 to CF except C4, C8 and CC.
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { format: "jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
  }
}

/** A mintwright.yaml and an empty place for stored answers. */
export interface ImageSetup {
  environment: { MINTWRIGHT_CONFIG: string; STORAGE_DIRECTORY: string };
  remove(): void;
}

/** Writes what an operator would write. */
export function writeImageSetup(config: unknown): ImageSetup {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-images-"));
  const path = join(folder, "mintwright.yaml");
  const storage = join(folder, "storage");
  mkdirSync(storage);
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(config));
  return {
    environment: { MINTWRIGHT_CONFIG: path, STORAGE_DIRECTORY: storage },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
