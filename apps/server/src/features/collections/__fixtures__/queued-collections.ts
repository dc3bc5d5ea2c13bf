import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { QueueRequest } from "@mintwright/api-contract";
import type { ObjectStore } from "../../../engines/storage/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createLogger } from "../../../platform/logging.ts";
import type { Enqueue } from "../../../platform/queue/queue.ts";
import { createMetrics } from "../../../platform/telemetry/metrics.ts";
import { createAdmissionService } from "../../admission/index.ts";
import type { ImageService } from "../../images/index.ts";
import { createCollectionService } from "../collections.service.ts";
import type { ImageUrls } from "../image-files.ts";

/** A request for a collection, as the contract would have read it. */
export function collectionRequest(request: Partial<QueueRequest> = {}): QueueRequest {
  return {
    walletAddress: "0x00000000000000000000000000000000000000aa",
    prompt: "a fox",
    model: "velogen",
    width: 512,
    height: 512,
    chainId: 1,
    amount: 10,
    ...request,
  };
}

/** Queues collections as the API does: a hold is taken for the request, then handed over. */
export function createQueueing(database: Database, enqueue: Enqueue) {
  const admission = createAdmissionService({ database, processId: randomUUID(), metrics: createMetrics() });
  const service = createCollectionService({ database, enqueue, logger: createLogger("silent") });
  return {
    service,
    async takeHold(key: string, price: number, idempotencyKey?: string) {
      const admitted = await admission.admit({
        key,
        price,
        operation: "queueCollection",
        requestId: randomUUID(),
        deadlineInMs: 60_000,
        ...(idempotencyKey && { idempotency: { key: idempotencyKey, fingerprintHex: "00" } }),
      });
      if (admitted.verdict !== "admitted") throw new Error(`not admitted: ${admitted.verdict}`);
      return admitted;
    },
    async queue(key: string, request: QueueRequest, seed = 7): Promise<string> {
      const { accountId, keyId, holdId } = await this.takeHold(key, 100 * request.amount);
      const collectionId = randomUUID();
      await service.accept(
        { accountId, holdId, answer: { status: 200, headers: {}, body: "{}" } },
        { accountId, collectionId, keyId, seed, priceEach: 100, request },
      );
      return collectionId;
    },
  };
}

/** The addresses of images in tests. */
export const urlsOf: ImageUrls = (object) => ({
  image: `/files/${object}`,
  thumbnail: `/thumbnails/${object}`,
});

/** Creates one byte string an image, at once. */
export const instantGenerator: Pick<ImageService, "generateFile"> = {
  async generateFile({ seed, width, height }) {
    const bytes = Buffer.from(`image ${seed}`);
    return { bytes, seed, engine: "sketch", warnings: [], width, height, credential: undefined };
  },
};

/** Keeps objects in memory. */
export function createMemoryStore(): ObjectStore & { objects: Map<string, Buffer> } {
  const objects = new Map<string, Buffer>();
  return {
    objects,
    async put(name, bytes) {
      objects.set(name, bytes);
    },
    async putNew(name, bytes) {
      if (objects.has(name)) return false;
      objects.set(name, bytes);
      return true;
    },
    async get(name) {
      return objects.get(name);
    },
    async open(name) {
      const bytes = objects.get(name);
      return bytes && { stream: Readable.from([bytes]), bytes: bytes.length };
    },
    async measure(name) {
      const bytes = objects.get(name);
      return bytes && { bytes: bytes.length };
    },
    async close() {},
    async delete(name) {
      objects.delete(name);
    },
    async *list(prefix) {
      yield* [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
    },
  };
}
