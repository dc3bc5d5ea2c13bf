import { randomBytes } from "node:crypto";
import { dashboardApiPath, dashboardRoutes } from "@mintwright/api-contract/dashboard";
import sharp from "sharp";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { ReferenceImageRefusedError, readHeader } from "./reference-image.ts";

/** Keeping costs nothing, so it has an end: the newest of an account stay. */
const maxKept = 50;
const maxSide = 1536;

const prefix = dashboardApiPath + dashboardRoutes.getReference.path.replace("{name}", "");

/** Where the pictures of an account are kept. */
export const referenceFolderOf = (accountId: string) => `references/${accountId}/`;
const objectOf = (accountId: string, name: string) => `${referenceFolderOf(accountId)}${name}.webp`;

/** Keeps a picture for an account, without what a camera wrote into it, and returns its name. */
export async function keepReference(store: ObjectStore, accountId: string, bytes: Buffer): Promise<string> {
  const { maxPixels } = await readHeader(bytes);
  const picture = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 })
    .rotate()
    .toColourspace("srgb")
    .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer()
    .catch((cause) => {
      throw new ReferenceImageRefusedError("it is damaged or cut off", cause);
    });
  // Names sort by their age, so that the store alone knows which are the oldest.
  const name = `${Date.now().toString(36).padStart(9, "0")}-${randomBytes(16).toString("hex")}`;
  await store.put(objectOf(accountId, name), picture);
  const kept: string[] = [];
  for await (const object of store.list(referenceFolderOf(accountId))) kept.push(object);
  for (const old of kept.slice(0, -maxKept)) await store.delete(old);
  return name;
}

/** Reads a picture that the account keeps. */
export function getReference(
  store: ObjectStore,
  accountId: string,
  name: string,
): Promise<Buffer | undefined> {
  return store.get(objectOf(accountId, name));
}

/** The address by which requests of the account name a kept picture. */
export function referenceUrl(publicUrl: string, name: string): string {
  return `${publicUrl}${prefix}${name}`;
}

/**
 * Reads what an address of our own names, from the store and not through the network, where it would need a session.
 * Undefined when the address is not one of ours; somebody else's picture is refused like one that is not there.
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
    throw new ReferenceImageRefusedError("your account keeps no such picture any more; upload it again");
  }
  return bytes;
}
