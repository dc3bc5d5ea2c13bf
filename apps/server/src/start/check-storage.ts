import { randomBytes, randomUUID } from "node:crypto";
import { buildStore } from "../composition/build-files.ts";
import type { Config } from "../config/index.ts";
import { StorageError } from "../engines/storage/index.ts";

/** Writes, reads and deletes a test object and returns a description of the storage. */
export async function checkStorage(config: Config): Promise<string> {
  const store = await buildStore(config);
  const name = `doctor/${randomUUID()}`;
  const bytes = randomBytes(1_024);
  try {
    await store.put(name, bytes);
    const found = await store.get(name);
    await store.delete(name);
    if (!found?.equals(bytes)) throw new Error("the test object was read back with different bytes");
    if (await store.measure(name)) throw new Error("the test object still exists after it was deleted");
  } catch (error) {
    throw error instanceof StorageError ? new Error(error.reason) : error;
  } finally {
    store.close();
  }
  const { storage } = config;
  return storage.type === "s3"
    ? `bucket ${storage.bucket}: writing, reading and deleting work`
    : `directory ${storage.directory}: writing, reading and deleting work`;
}
