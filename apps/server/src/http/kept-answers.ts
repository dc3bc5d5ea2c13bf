import { answerFolderOf, type KeptAnswer } from "../features/admission/index.ts";
import { ServiceUnavailableError } from "../platform/errors.ts";

/** Larger bodies go to object storage: rows of megabytes slow down backups and vacuum. */
const maxRowBytes = 64 * 1024;

export interface BodyStore {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
}

/** Stores a body in the row or in object storage. Called before the capture, so that a paid answer can always be replayed. */
export async function keepBody(
  store: BodyStore,
  { accountId, holdId }: { accountId: string; holdId: string },
  body: Buffer | string,
): Promise<{ body: Buffer | string } | { object: string }> {
  if (Buffer.byteLength(body) <= maxRowBytes) return { body };
  const object = `${answerFolderOf(accountId)}${holdId}`;
  await store.put(object, Buffer.from(body));
  return { object };
}

export async function readBody(store: BodyStore, answer: KeptAnswer): Promise<Buffer> {
  const body = answer.object ? await store.get(answer.object) : answer.body;
  if (!body)
    throw new ServiceUnavailableError(
      "The stored answer cannot be read right now. It is already paid for; retry with the same Idempotency-Key.",
    );
  return body;
}
