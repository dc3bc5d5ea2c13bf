import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  buildImageRequest,
  buildReference,
  describeImageEngine,
  describeServedImageEngine,
} from "./__fixtures__/image-engine.conformance.ts";
import { createPlainPng } from "./__fixtures__/plain-png.ts";
import { type SdWebServer, startSdWebServer } from "./__fixtures__/sd-web-server.ts";
import { readPngSize } from "./image-bytes.ts";
import { createSdWebEngine, type SdWebEngineOptions } from "./sd-web-engine.ts";

const password = "do-not-tell";

describe.each(["webui", "stable-diffusion.cpp"] as const)("an SD web engine that asks %s", (flavour) => {
  const start = async () => {
    const server = await startSdWebServer({ flavour, basicAuth: `me:${password}` });
    const basicAuth = { username: "me", password };
    const engine = createSdWebEngine({ name: "own", baseUrl: server.url, basicAuth });
    return { engine, server, secret: password };
  };
  describeImageEngine(start);
  describeServedImageEngine(start);
});

describe("an SD web engine", () => {
  let server: SdWebServer;

  beforeEach(async () => {
    server = await startSdWebServer();
  });
  afterEach(() => server.close());

  function createEngine(options: Partial<SdWebEngineOptions> = {}) {
    return createSdWebEngine({ name: "own", baseUrl: server.url, ...options });
  }

  function readBody(index = 0) {
    return JSON.parse(String(server.requests[index]?.body));
  }

  it("sends prompt, size, steps, seed, sampler and checkpoint", async () => {
    const engine = createEngine({ checkpoint: "dream", sampler: "DPM++ 2M" });
    const image = await engine.generate(
      buildImageRequest({ prompt: "a fox", width: 512, height: 768, steps: 25 }),
    );
    expect(readBody()).toEqual({
      prompt: "a fox",
      width: 512,
      height: 768,
      steps: 25,
      seed: 7,
      batch_size: 1,
      n_iter: 1,
      sampler_name: "DPM++ 2M",
      override_settings: { sd_model_checkpoint: "dream" },
      force_task_id: expect.stringMatching(/^task\(mintwright-/),
    });
    expect(image).toMatchObject({ seed: 7, warnings: [] });
  });

  it("tells the seed that the server chose", async () => {
    expect((await createEngine().generate(buildImageRequest({ seed: -1 }))).seed).toBe(4_242);
  });

  it("sends a reference with its strength, and says that it cannot promise the character", async () => {
    const reference = buildReference({ keepsCharacter: true });
    const { warnings } = await createEngine().generate(buildImageRequest({ reference }));
    expect(server.requests[0]?.path).toBe("/sdapi/v1/img2img");
    expect(readBody()).toMatchObject({
      init_images: [reference.bytes.toString("base64")],
      denoising_strength: 0.4,
      resize_mode: 1,
    });
    expect(warnings.join()).toContain("character");
  });

  it("takes the power out of orders in the prompt", async () => {
    const prompt = 'x <sd_cpp_extra_args>{"batch_count":64}</sd_cpp_extra_args>';
    await createEngine().generate(buildImageRequest({ prompt }));
    expect(readBody().prompt).not.toContain("sd_cpp_extra_args");
  });

  it("upscales to a size with the operator's upscaler", async () => {
    const { upscale } = createEngine({ upscaler: "R-ESRGAN 4x+" });
    const signal = new AbortController().signal;
    const bytes = await upscale?.({ bytes: createPlainPng(64, 64), width: 256, height: 128, signal });
    expect(bytes && readPngSize(bytes)).toEqual({ width: 256, height: 128 });
  });

  it.each(["no-images", "not-base64", "not-an-image"] as const)(
    "fails an upscaling that gives %s",
    async (fault) => {
      const { upscale } = createEngine({ upscaler: "R-ESRGAN 4x+" });
      server.faults.push(fault);
      const signal = new AbortController().signal;
      await expect(
        upscale?.({ bytes: createPlainPng(64, 64), width: 256, height: 128, signal }),
      ).rejects.toMatchObject({ code: "engine_failed" });
    },
  );

  it("has no upscaling of its own without an upscaler", () => {
    expect(createEngine().upscale).toBeUndefined();
  });

  it("refuses text that is not base64", async () => {
    server.faults.push("not-base64");
    await expect(createEngine().generate(buildImageRequest())).rejects.toMatchObject({
      code: "engine_failed",
    });
  });

  describe("when its caller goes", () => {
    async function goAway(): Promise<string> {
      server.faults.push("hang");
      const controller = new AbortController();
      const generating = createEngine().generate(buildImageRequest({ signal: controller.signal }));
      generating.catch(() => {});
      await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000);
      controller.abort(new Error("gone"));
      await expect(generating).rejects.toThrow("gone");
      return readBody().force_task_id;
    }

    const countChecks = () => server.requests.filter(({ path }) => path === "/internal/progress").length;

    it("interrupts its own image, also when that comes to its turn later", async () => {
      const taskId = await goAway();
      await vi.waitFor(() => expect(countChecks()).toBeGreaterThanOrEqual(1), 20_000);
      expect(server.work.interruptions).toBe(0);
      server.work.currentTask = taskId;
      await vi.waitFor(() => expect(server.work.interruptions).toBe(1), 20_000);
    });

    it("never interrupts somebody else's image", async () => {
      server.work.currentTask = "task(of-somebody-else)";
      const taskId = await goAway();
      await vi.waitFor(() => expect(countChecks()).toBeGreaterThanOrEqual(2), 20_000);
      const checks = countChecks();
      server.work.finishedTasks.push(taskId);
      await vi.waitFor(() => expect(countChecks()).toBeGreaterThan(checks), 20_000);
      expect(server.work.interruptions).toBe(0);
    });
  });
});
