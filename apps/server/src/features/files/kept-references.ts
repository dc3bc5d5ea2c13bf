import { randomBytes } from "node:crypto";
import { dashboardApiPath, dashboardRoutes } from "@mintwright/api-contract/dashboard";
import sharp from "sharp";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { ReferenceImageRefusedError, readHeader } from "./reference-image.ts";

/** Uploads are free, so they are limited: the newest of an account stay. */
const maxKept = 50;
const maxSide = 1536;

const prefix = dashboardApiPath + dashboardRoutes.getReference.path.replace("{name}", "");

export const referenceFolderOf = (accountId: string) => `references/${accountId}/`;
const objectOf = (accountId: string, name: string) => `${referenceFolderOf(accountId)}${name}.webp`;

/** Stores an image for an account, without its camera metadata, and returns its name. */
export async function keepReference(store: ObjectStore, accountId: string, bytes: Buffer): Promise<string> {
  const { maxPixels } = await readHeader(bytes);
  const image = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 })
    .rotate()
    .toColourspace("srgb")
    .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer()
    .catch((cause) => {
      throw new ReferenceImageRefusedError("the file is damaged or incomplete", cause);
    });
  // Names sort by age, so that a listing shows which are the oldest.
  const name = `${Date.now().toString(36).padStart(9, "0")}-${randomBytes(16).toString("hex")}`;
  await store.put(objectOf(accountId, name), image);
  const kept: string[] = [];
  for await (const object of store.list(referenceFolderOf(accountId))) kept.push(object);
  for (const old of kept.slice(0, -maxKept)) await store.delete(old);
  return name;
}

export function getReference(
  store: ObjectStore,
  accountId: string,
  name: string,
): Promise<Buffer | undefined> {
  return store.get(objectOf(accountId, name));
}

export function referenceUrl(publicUrl: string, name: string): string {
  return `${publicUrl}${prefix}${name}`;
}

/**
 * Reads the image behind one of our own URLs from storage: over HTTP it would need a session. Undefined when the URL is
 * not ours. Another account's image is refused like a missing one.
 */
export async function findKeptReference(
  store: ObjectStore,
  { accountId, publicUrl, url }: { accountId: string; publicUrl: string; url: string },
): Promise<Buffer | undefined> {
  const start = `${publicUrl}${prefix}`;
  if (!url.startsWith(start)) return undefined;
  const { data } = dashboardRoutes.getReference.params.safeParse({ name: url.slice(start.length) });
  const bytes = data && (await getReference(store, accountId, data.name));
  if (!bytes) {
    throw new ReferenceImageRefusedError("this image is no longer stored in your account; upload it again");
  }
  return bytes;
}
