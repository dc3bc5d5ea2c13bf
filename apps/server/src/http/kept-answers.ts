import { answerFolderOf, type KeptAnswer } from "../features/admission/index.ts";
import { ServiceUnavailableError } from "../platform/errors.ts";

/** Larger bodies are kept as objects: a row of megabytes would slow down every backup and vacuum. */
const maxRowBytes = 64 * 1024;

/** Where large bodies are kept. */
export interface BodyStore {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
}

/** Puts a body where it belongs and says where that is. Written before the charge, so that what is paid for can be replayed. */
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

/** Reads the body of a kept answer again. */
export async function readBody(store: BodyStore, answer: KeptAnswer): Promise<Buffer> {
  const body = answer.object ? await store.get(answer.object) : answer.body;
  if (!body)
    throw new ServiceUnavailableError(
      "The first answer cannot be read at the moment. It stays paid for; ask again shortly.",
    );
  return body;
}
