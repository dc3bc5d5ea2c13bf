import { createHash } from "node:crypto";
import type { ObjectStore } from "../../engines/storage/index.ts";

/** The name of the object that holds a picture. Folders of two letters keep directories small. */
export function getPictureObject(sha256: string): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}.png`;
}

/** The name of the object that holds the small version of a picture. */
export function getThumbnailObject(sha256: string): string {
  return `thumbnails/${sha256.slice(0, 2)}/${sha256}.webp`;
}

/** A picture that is kept, and how it is found again. */
export interface KeptPicture {
  object: string;
  /** In hexadecimal, as `pictureUrls` takes it. */
  sha256: string;
}

/** Keeps a PNG under the hash of its bytes: whoever repeats the work makes no second file. */
export async function keepPicture(store: ObjectStore, png: Buffer): Promise<KeptPicture> {
  const sha256 = createHash("sha256").update(png).digest("hex");
  const object = getPictureObject(sha256);
  await store.putNew(object, png);
  return { object, sha256 };
}
