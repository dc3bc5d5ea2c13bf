import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { detectImageFormat, readPngSize } from "../image-bytes.ts";
import { type ImageEngine, ImageEngineError, type ImageRequest } from "../image-engine.ts";
import { createPlainPng } from "./plain-png.ts";
import type { Fault, ProtocolServer } from "./protocol-server.ts";

/** An engine under test, the server that it asks, and what must never be seen in its errors. */
export interface ServedSubject {
  engine: ImageEngine;
  server: ProtocolServer;
  secret: string;
}

/** A request for a small image, cancellable by nobody unless it says otherwise. */
export function buildImageRequest(changes: Partial<ImageRequest> = {}): ImageRequest {
  return {
    prompt: 'a "quoted" fox, {{seed}} & <b>ünïcode</b> 🦊',
    width: 1024,
    height: 1024,
    seed: 7,
    subject: { prompt: "a fox", traits: [] },
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A reference image of another size than the requests'. */
export function buildReference(
  changes: Partial<ImageRequest["reference"]> = {},
): NonNullable<ImageRequest["reference"]> {
  return { bytes: createPlainPng(80, 40), format: "png", strength: 0.4, keepsCharacter: false, ...changes };
}

const failures: [Fault, Pick<ImageEngineError, "code" | "isRetryable" | "isRefusal">][] = [
  ["server-error", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["busy", { code: "engine_unavailable", isRetryable: true, isRefusal: false }],
  ["overloaded", { code: "engine_unavailable", isRetryable: true, isRefusal: false }],
  ["reset", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["reset-in-answer", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["garbage", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["html", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["wrong-type", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["wrong-shape", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["endless", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["redirect", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["no-images", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["not-an-image", { code: "engine_failed", isRetryable: false, isRefusal: false }],
  ["refused", { code: "engine_failed", isRetryable: false, isRefusal: true }],
];

/** Describes what every image engine must do. */
export function describeImageEngine(
  start: () => Promise<{ engine: ImageEngine; server?: ProtocolServer }>,
): void {
  describe("like every image engine", () => {
    let subject: { engine: ImageEngine; server?: ProtocolServer };

    beforeEach(async () => {
      subject = await start();
    });
    afterEach(async () => {
      await subject.server?.close();
    });

    it("generates a real image of the size that was asked for", async () => {
      const image = await subject.engine.generate(buildImageRequest({ width: 1536, height: 1024 }));
      expect(detectImageFormat(image.bytes)).toBe(image.format);
      expect(image.format === "png" && readPngSize(image.bytes)).toEqual({ width: 1536, height: 1024 });
    });

    it("keeps the seed, or says that it does not", async () => {
      const image = await subject.engine.generate(buildImageRequest({ seed: 4_294_967_295 }));
      expect(image.seed === 4_294_967_295 || image.warnings.join().includes("seed")).toBe(true);
    });

    it("answers the same request twice, and both times whole", async () => {
      const images = await Promise.all(
        [1, 2].map(() => subject.engine.generate(buildImageRequest({ steps: 12 }))),
      );
      expect(images.map(({ warnings }) => warnings)).toEqual([images[0]?.warnings, images[0]?.warnings]);
    });

    it("takes a reference image, or says that it does not", async () => {
      const reference = buildReference();
      const image = await subject.engine.generate(buildImageRequest({ reference }));
      expect(image.format === "png" && readPngSize(image.bytes)).toEqual({ width: 1024, height: 1024 });
      const sent = subject.server?.requests.some(
        ({ body }) => body.includes(reference.bytes) || body.includes(reference.bytes.toString("base64")),
      );
      expect(sent === true || image.warnings.join().includes("reference")).toBe(true);
    });

    it("does nothing for a caller who has already gone", async () => {
      const signal = AbortSignal.abort(new Error("gone before"));
      await expect(subject.engine.generate(buildImageRequest({ signal }))).rejects.toThrow("gone before");
      // Long enough for a cancellation of what was never begun to arrive.
      await sleep(50);
      expect(subject.server?.requests ?? []).toEqual([]);
    });

    it("is healthy", async () => {
      await subject.engine.checkHealth(AbortSignal.timeout(1_000));
    });
  });
}

/** Describes what every image engine that asks a server must do besides. */
export function describeServedImageEngine(start: () => Promise<ServedSubject>): void {
  describe("like every image engine that asks a server", () => {
    let subject: ServedSubject;

    beforeEach(async () => {
      subject = await start();
    });
    afterEach(() => subject.server.close());

    async function fail(request = buildImageRequest()): Promise<ImageEngineError> {
      const error = await subject.engine.generate(request).then(
        () => new Error("it generated"),
        (reason: unknown) => reason,
      );
      if (!(error instanceof ImageEngineError)) throw error;
      return error;
    }

    it.each(failures)("says what %s means", { timeout: 10_000 }, async (fault, expected) => {
      subject.server.faults.push(fault);
      const error = await fail();
      expect(error).toMatchObject(expected);
      expect(error.message).toMatch(/Nothing is charged/);
      expect(error.message).not.toMatch(/127\.0\.0\.1|http|CUDA|Bearer|Basic/);
      expect(error.message + String(error.cause)).not.toContain(subject.secret);
    });

    it("passes on how long a busy server wants to be left alone", async () => {
      subject.server.faults.push("overloaded");
      expect(await fail()).toMatchObject({ retryAfterInSeconds: 120 });
    });

    it("generates again after a failure", async () => {
      subject.server.faults.push("reset");
      await fail();
      expect((await subject.engine.generate(buildImageRequest())).format).toBe("png");
    });

    it("says that a server that is not there cannot be reached, and that nothing was begun", async () => {
      await subject.server.close();
      expect(await fail()).toMatchObject({ code: "engine_unavailable", isRetryable: true });
      await expect(subject.engine.checkHealth(AbortSignal.timeout(1_000))).rejects.toThrow();
    });

    it("hangs up within a second when its caller goes", async () => {
      const { server } = subject;
      server.faults.push("hang");
      const controller = new AbortController();
      const generating = subject.engine.generate(buildImageRequest({ signal: controller.signal }));
      generating.catch(() => {});
      await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000);
      const wentAt = performance.now();
      controller.abort(new Error("gone meanwhile"));
      await expect(generating).rejects.toThrow("gone meanwhile");
      await vi.waitFor(() => expect(server.requests[0]?.isAborted).toBe(true), 20_000);
      expect(performance.now() - wentAt).toBeLessThan(1_000);
    });
  });
}
