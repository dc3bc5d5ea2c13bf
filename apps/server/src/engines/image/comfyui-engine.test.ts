import { afterEach, describe, expect, it, vi } from "vitest";
import { referenceWorkflow, wordsWorkflow } from "./__fixtures__/comfyui-nodes.ts";
import {
  type ComfyUiServer,
  type ComfyUiServerOptions,
  startComfyUiServer,
} from "./__fixtures__/comfyui-server.ts";
import {
  buildImageRequest,
  buildReference,
  describeImageEngine,
  describeServedImageEngine,
} from "./__fixtures__/image-engine.conformance.ts";
import { type ComfyUiEngineOptions, createComfyUiEngine } from "./comfyui-engine.ts";

const apiKey = "do-not-tell";

describe.each([false, true])("a ComfyUI engine (old server: %s)", (isOld) => {
  const start = async () => {
    const server = await startComfyUiServer({ isOld });
    const options = { name: "comfy", baseUrl: server.url, workflow: wordsWorkflow, referenceWorkflow };
    return {
      engine: createComfyUiEngine({ ...options, apiKey, pollIntervalInMs: 20 }),
      server,
      secret: apiKey,
    };
  };
  describeImageEngine(start);
  describeServedImageEngine(start);
});

describe("a ComfyUI engine", () => {
  let server: ComfyUiServer;

  afterEach(() => server.close());

  async function start(
    serverOptions: ComfyUiServerOptions = {},
    options: Partial<ComfyUiEngineOptions> = {},
  ) {
    server = await startComfyUiServer(serverOptions);
    return createComfyUiEngine({
      name: "comfy",
      baseUrl: server.url,
      workflow: wordsWorkflow,
      referenceWorkflow,
      pollIntervalInMs: 20,
      ...options,
    });
  }

  function readInputs(node: string) {
    const request = server.requests.find(({ path }) => path === "/prompt");
    return JSON.parse(String(request?.body)).prompt[node].inputs;
  }

  it("fills the operator's workflow and has nothing to warn of", async () => {
    const engine = await start();
    const { warnings } = await engine.generate(buildImageRequest({ prompt: "a fox", steps: 9 }));
    expect(readInputs("3")).toMatchObject({ seed: 7, steps: 9, denoise: 1 });
    expect(readInputs("6").text).toBe("a fox, best quality");
    expect(warnings).toEqual([]);
  });

  it("uses the operator's steps when the request has none", async () => {
    const engine = await start({}, { defaultSteps: 33 });
    await engine.generate(buildImageRequest());
    expect(readInputs("3").steps).toBe(33);
  });

  it("uploads a reference under the name of its content and hands over its strength", async () => {
    const engine = await start();
    const reference = buildReference({ keepsCharacter: true });
    const { warnings } = await engine.generate(buildImageRequest({ reference }));
    expect([...server.uploads]).toEqual([[readInputs("1").image, reference.bytes]]);
    expect(readInputs("1").image).toMatch(/^mintwright-[0-9a-f]{64}\.png$/);
    expect(readInputs("3").denoise).toBe(0.4);
    expect(warnings.join()).toContain("character");
  });

  it("says what its workflow cannot do", async () => {
    const workflow = {
      ...wordsWorkflow,
      "9": { ...wordsWorkflow["9"], inputs: { images: ["8", 0], filename_prefix: "x" } },
    };
    workflow["3"] = {
      ...workflow["3"],
      inputs: { ...workflow["3"].inputs, seed: "{{width}}", steps: "{{height}}" },
    };
    const engine = await start({}, { workflow, referenceWorkflow: undefined });
    const { warnings } = await engine.generate(buildImageRequest({ steps: 9, reference: buildReference() }));
    expect(warnings.join(" ")).toMatch(/no seed.*no steps.*reference image was not used/);
  });

  it("fails a job that breaks while it runs, with the reason for the operator only", async () => {
    const engine = await start();
    server.jobEndings.push("execution-error");
    const error: Error = await engine.generate(buildImageRequest()).then(
      () => new Error("it generated"),
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: "engine_failed", isRetryable: false });
    expect(error.message).not.toContain("CUDA");
    expect(String(error.cause)).toContain("CUDA out of memory");
  });

  it("fails a job that the server has forgotten, instead of asking until the deadline", async () => {
    const engine = await start();
    server.jobEndings.push("lost");
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({ code: "engine_failed" });
  });

  it("bears two failed questions about a job in a row", async () => {
    const engine = await start({ faultyPath: /^\/history\// });
    server.faults.push("server-error", "reset");
    expect((await engine.generate(buildImageRequest())).format).toBe("png");
  });

  it.each(["/history/", "/view"])("does not ask for a second image when %s is busy", async (path) => {
    const engine = await start({ faultyPath: new RegExp(`^${path}`) });
    server.faults.push("busy", "busy", "busy");
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({
      code: "engine_unavailable",
      isRetryable: false,
    });
  });

  it("takes the image of the node that the operator names, or none", async () => {
    const engine = await start({}, { outputNode: "12" });
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({ code: "engine_failed" });
  });

  it("refuses workflows that are in the wrong place", async () => {
    await expect(start({}, { workflow: referenceWorkflow })).rejects.toThrow(/belongs in referenceWorkflow/);
    await server.close();
    await expect(start({}, { referenceWorkflow: wordsWorkflow })).rejects.toThrow(/has no \{\{image\}\}/);
  });

  describe.each([false, true])("when its caller goes (old server: %s)", (isOld) => {
    async function generateAndCancel(engine: Awaited<ReturnType<typeof start>>, isThere: () => boolean) {
      const controller = new AbortController();
      const generating = engine.generate(buildImageRequest({ signal: controller.signal }));
      generating.catch(() => {});
      await vi.waitFor(() => expect(isThere()).toBe(true), 20_000);
      const wentAt = performance.now();
      controller.abort(new Error("gone"));
      await expect(generating).rejects.toThrow("gone");
      return wentAt;
    }

    it("interrupts the job within a second while it runs", async () => {
      const engine = await start({ isOld });
      server.jobEndings.push("never");
      const wentAt = await generateAndCancel(engine, () => server.running.length === 1);
      await vi.waitFor(() => expect(server.interrupted).toHaveLength(1), 20_000);
      expect(performance.now() - wentAt).toBeLessThan(1_000);
    });

    it("takes the job out of the queue and lets the one of somebody else run on", async () => {
      const engine = await start({ isOld });
      server.jobEndings.push("never");
      const others = engine.generate(buildImageRequest());
      others.catch(() => {});
      await vi.waitFor(() => expect(server.running).toHaveLength(1), 20_000);
      const wentAt = await generateAndCancel(engine, () => server.pending.length === 1);
      await vi.waitFor(() => expect(server.pending).toEqual([]), 20_000);
      expect(performance.now() - wentAt).toBeLessThan(1_000);
      expect(server.interrupted).toEqual([]);
      expect(server.running).toHaveLength(1);
    });
  });
});
