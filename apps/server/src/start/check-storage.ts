import { randomBytes, randomUUID } from "node:crypto";
import { buildStore } from "../composition/build-files.ts";
import type { Config } from "../config/index.ts";
import { StorageError } from "../engines/storage/index.ts";

/** Writes, reads and deletes an object as every process will, and says where that was. */
export async function checkStorage(config: Config): Promise<string> {
  const store = await buildStore(config);
  const name = `doctor/${randomUUID()}`;
  const bytes = randomBytes(1_024);
  try {
    await store.put(name, bytes);
    const found = await store.get(name);
    await store.delete(name);
    if (!found?.equals(bytes)) throw new Error("what was written is not what is read");
    if (await store.measure(name)) throw new Error("what was deleted is still there");
  } catch (error) {
    throw error instanceof StorageError ? new Error(error.reason) : error;
  } finally {
    store.close();
  }
  const { storage } = config;
  return storage.type === "s3"
    ? `the bucket ${storage.bucket} can be written, read and deleted from`
    : `the directory ${storage.directory} can be written, read and deleted from`;
}
