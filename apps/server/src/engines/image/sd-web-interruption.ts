import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ImageServerClient } from "./image-server-client.ts";

const progressSchema = z.object({ active: z.boolean(), completed: z.boolean() });

const checks = 40;
const pauseInMs = 500;
const timeoutInMs = 5_000;

/**
 * Stops our own image on a web UI. `/sdapi/v1/interrupt` stops whatever runs, which on a shared server may belong to
 * others, so it is sent only while the server reports that our task is active, possibly after some time in its queue. A
 * server that cannot report this (stable-diffusion.cpp) is left to finish.
 */
export async function interruptSdWebTask(client: ImageServerClient, taskId: string): Promise<void> {
  try {
    for (let check = 0; check < checks; check++) {
      const json = { id_task: taskId, id_live_preview: -1, live_preview: false };
      const { active, completed } = await client.requestJson(
        { method: "POST", path: "internal/progress", json, signal: AbortSignal.timeout(timeoutInMs) },
        progressSchema,
      );
      if (active) {
        const signal = AbortSignal.timeout(timeoutInMs);
        await client.send({ method: "POST", path: "sdapi/v1/interrupt", json: {}, signal });
      }
      if (active || completed) return;
      await sleep(pauseInMs, undefined, { ref: false });
    }
  } catch {
    // The caller has left; an image that cannot be stopped only costs time on the server.
  }
}
