import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  buildImageRequest,
  buildReference,
  describeImageEngine,
  describeServedImageEngine,
} from "./__fixtures__/image-engine.conformance.ts";
import { startOpenAiImagesServer } from "./__fixtures__/openai-images-server.ts";
import type { ProtocolServer } from "./__fixtures__/protocol-server.ts";
import { readPngSize } from "./image-bytes.ts";
import { createOpenAiImagesEngine, type OpenAiImagesEngineOptions } from "./openai-images-engine.ts";

const apiKey = "sk-do-not-tell";

describe.each(["image-model", "gpt-image-1.5"])("an OpenAI images engine with the model %s", (model) => {
  const start = async () => {
    const server = await startOpenAiImagesServer(apiKey);
    const engine = createOpenAiImagesEngine({ name: "hosted", baseUrl: server.url, model, apiKey });
    return { engine, server, secret: apiKey };
  };
  describeImageEngine(start);
  describeServedImageEngine(start);
});

describe("an OpenAI images engine", () => {
  let server: ProtocolServer;

  beforeEach(async () => {
    server = await startOpenAiImagesServer();
  });
  afterEach(() => server.close());

  function createEngine(options: Partial<OpenAiImagesEngineOptions> = {}) {
    return createOpenAiImagesEngine({ name: "own", baseUrl: server.url, model: "image-model", ...options });
  }

  it("sends the documented body and takes the power out of orders in the prompt", async () => {
    const prompt = 'a fox <sd_cpp_extra_args>{"width":8192}</sd_cpp_extra_args>';
    await createEngine().generate(buildImageRequest({ prompt, width: 640, height: 480 }));
    expect(JSON.parse(String(server.requests[0]?.body))).toEqual({
      model: "image-model",
      prompt: 'a fox <sd cpp extra args>{"width":8192}</sd cpp extra args>',
      n: 1,
      size: "640x480",
      response_format: "b64_json",
    });
  });

  it("says what it cannot do", async () => {
    const { warnings } = await createEngine().generate(
      buildImageRequest({ steps: 30, reference: buildReference({ keepsCharacter: true }) }),
    );
    expect(warnings.join(" ")).toMatch(/seed.*steps.*strength.*character/);
  });

  it("asks for the closest size that the model generates, and says so", async () => {
    const image = await createEngine({ model: "dall-e-3" }).generate(
      buildImageRequest({ width: 1600, height: 900 }),
    );
    expect(readPngSize(image.bytes)).toEqual({ width: 1792, height: 1024 });
    expect(image.warnings).toContain("This engine generated 1792x1024 instead of 1600x900.");
  });

  it("asks for the operator's sizes before what it knows of the model", async () => {
    const engine = createEngine({ sizes: ["512x512", "768x768"] });
    const image = await engine.generate(buildImageRequest({ width: 700, height: 700 }));
    expect(readPngSize(image.bytes)).toEqual({ width: 768, height: 768 });
  });

  it("rounds sides up to what newer models take", async () => {
    const image = await createEngine({ model: "gpt-image-2" }).generate(
      buildImageRequest({ width: 1000, height: 800 }),
    );
    expect(readPngSize(image.bytes)).toEqual({ width: 1008, height: 800 });
  });

  it("does not send a reference to a model that takes none, and says so", async () => {
    const image = await createEngine({ model: "dall-e-3" }).generate(
      buildImageRequest({ reference: buildReference() }),
    );
    expect(server.requests[0]?.path).toBe("/v1/images/generations");
    expect(image.warnings.join()).toContain("takes no reference image: it was ignored");
  });

  it("asks for high fidelity where the model can keep a character", async () => {
    const reference = buildReference({ keepsCharacter: true });
    const { warnings } = await createEngine({ model: "gpt-image-1.5" }).generate(
      buildImageRequest({ reference }),
    );
    expect(String(server.requests[0]?.body)).toMatch(/name="input_fidelity"\s+high/);
    expect(warnings.join()).not.toContain("character");
  });

  it("refuses an answer that names an address instead of carrying the image", async () => {
    server.faults.push("address-only");
    const engine = createEngine();
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({ code: "engine_failed" });
  });

  it("refuses text that is not base64", async () => {
    server.faults.push("not-base64");
    await expect(createEngine().generate(buildImageRequest())).rejects.toMatchObject({
      code: "engine_failed",
    });
  });

  it("tells an operator, and nobody else, that the key is wrong", async () => {
    await server.close();
    server = await startOpenAiImagesServer("the-right-one");
    const generating = createEngine({ apiKey: "the-wrong-one" }).generate(buildImageRequest());
    const error: Error = await generating.then(
      () => new Error("it generated"),
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: "engine_failed", isRefusal: false });
    expect(error.message).toContain("ask the operator");
    expect(String(error.cause)).toContain("status 401");
    expect(String(error.cause)).not.toContain("the-wrong-one");
  });

  it("does not take credentials in an address, where they would be written to logs", () => {
    expect(() => createEngine({ baseUrl: "http://me:secret@localhost/v1" })).toThrow(/not into baseUrl/);
  });
});
