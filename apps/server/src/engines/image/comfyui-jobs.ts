import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ImageServerClient } from "./image-server-client.ts";
import { createFailedError, createUnreadableAnswerError, forbidRetry } from "./image-server-errors.ts";

const imageSchema = z.object({
  filename: z.string().min(1),
  subfolder: z.string().default(""),
  type: z.string().default("output"),
});
const entrySchema = z.object({
  // Nodes output other things beside images, and custom nodes use `images` for their own data.
  outputs: z.record(z.string(), z.object({ images: z.array(imageSchema).optional().catch(undefined) })),
  status: z.object({ status_str: z.string(), messages: z.array(z.unknown()).catch([]) }).nullish(),
});
const historySchema = z.record(z.string(), entrySchema);
// The second element of an item is its id; the rest is not needed.
const itemsSchema = z.array(z.tuple([z.unknown(), z.string()], z.unknown()));
const queueSchema = z.object({ queue_running: itemsSchema, queue_pending: itemsSchema });
const acceptedSchema = z.object({ prompt_id: z.string().min(1) });

export type ComfyUiImage = z.infer<typeof imageSchema> & { node: string };

type HistoryEntry = z.infer<typeof entrySchema>;

interface Waiting {
  signal: AbortSignal;
  pollIntervalInMs: number;
}

// A running job is worth more than one failed status request: give up only after this many in a row.
const maxFailedChecks = 3;
// The queue lists the workflows of all clients, so it is read less often than the job's own history.
const checksPerQueueCheck = 4;
const cancelAttempts = 4;
const cancelPauseInMs = 400;

/** Queues a workflow and waits for its images. Cancels the job when the caller leaves. */
export async function runComfyUiJob(
  client: ImageServerClient,
  workflow: unknown,
  waiting: Waiting,
): Promise<ComfyUiImage[]> {
  const { signal } = waiting;
  signal.throwIfAborted();
  let id: string = randomUUID();
  let isQueued = false;
  try {
    const json = { prompt: workflow, client_id: id, prompt_id: id };
    const accepted = await client.requestJson(
      { method: "POST", path: "prompt", json, signal },
      acceptedSchema,
    );
    // Older versions choose the id themselves.
    id = accepted.prompt_id;
    isQueued = true;
    return readEntry(await waitForJob(client, id, waiting));
  } catch (error) {
    // Not awaited: the caller has left or already has the error.
    if (isQueued || signal.aborted) void cancelJob(client, id, isQueued);
    throw isQueued ? forbidRetry(error) : error;
  }
}

async function waitForJob(
  client: ImageServerClient,
  id: string,
  { signal, pollIntervalInMs }: Waiting,
): Promise<HistoryEntry> {
  let failures = 0;
  let absences = 0;
  for (let check = 1; ; check++) {
    try {
      const path = `history/${encodeURIComponent(id)}`;
      const entry = (await client.requestJson({ method: "GET", path, signal }, historySchema))[id];
      if (entry) return entry;
      if (check % checksPerQueueCheck === 0) {
        absences = (await findJob(client, id, signal)) ? 0 : absences + 1;
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted || ++failures >= maxFailedChecks) throw error;
    }
    // Twice, because a job may move from the queue to the history between the two requests.
    if (absences >= 2) throw createFailedError("the server no longer knows the job");
    await sleep(pollIntervalInMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function readEntry({ outputs, status }: HistoryEntry): ComfyUiImage[] {
  if (status?.status_str === "error") {
    throw createFailedError(new Error(`the job failed: ${JSON.stringify(status.messages).slice(0, 2_000)}`));
  }
  const images = Object.entries(outputs).flatMap(([node, output]) =>
    (output.images ?? []).map((image) => ({ ...image, node })),
  );
  if (images.length === 0) throw createUnreadableAnswerError("a finished job without an image");
  return images;
}

async function findJob(
  client: ImageServerClient,
  id: string,
  signal: AbortSignal,
): Promise<"running" | "pending" | undefined> {
  const queue = await client.requestJson({ method: "GET", path: "queue", signal }, queueSchema);
  if (queue.queue_running.some(([, itemId]) => itemId === id)) return "running";
  return queue.queue_pending.some(([, itemId]) => itemId === id) ? "pending" : undefined;
}

/**
 * Removes our job from the queue, or interrupts it. Older versions ignore `prompt_id` and interrupt whatever runs, so the
 * request is sent only while the queue says that the running job is ours.
 */
async function cancelJob(client: ImageServerClient, id: string, isQueued: boolean): Promise<void> {
  const signal = AbortSignal.timeout(5_000);
  try {
    for (let attempt = 0; attempt < cancelAttempts; attempt++) {
      const place = await findJob(client, id, signal);
      if (place === "running") {
        await client.send({ method: "POST", path: "interrupt", json: { prompt_id: id }, signal });
        return;
      }
      if (place === "pending") {
        // Checked again afterwards: it may have started meanwhile.
        await client.send({ method: "POST", path: "queue", json: { delete: [id] }, signal });
        continue;
      }
      if (isQueued) return;
      // The request that queued the job was aborted, but the server may still process it.
      await sleep(cancelPauseInMs, undefined, { ref: false });
    }
  } catch {
    // A job that cannot be cancelled only costs time on the server.
  }
}
