import type { Config } from "../config/index.ts";
import { createDirectoryStore, type ObjectStore } from "../engines/storage/index.ts";

/** Builds the store that is configured. The S3 client is loaded only where there is a bucket. */
export async function buildStore({ storage }: Pick<Config, "storage">): Promise<ObjectStore> {
  if (storage.type === "directory") return createDirectoryStore(storage.directory);
  const { createS3Store } = await import("../engines/storage/s3-store.ts");
  return createS3Store(storage);
}
