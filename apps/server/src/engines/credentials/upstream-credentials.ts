import { JPEG, PNG } from "@trustnxt/c2pa-ts/asset";
import { SuperBox } from "@trustnxt/c2pa-ts/jumbf";
import type { CredentialFormat } from "./content-credentials.ts";
import { WebpAsset } from "./webp-asset.ts";

/** Larger ones are dropped: every image would carry them. */
const maxBytes = 1024 * 1024;
const boxHeader = 8;

export const assetTypes = { jpeg: JPEG, png: PNG, webp: WebpAsset } as const;

/** Finds the manifest store that another signer put into an image. Undefined when there is none that can be read. */
export function findCredentials(bytes: Buffer, format: CredentialFormat): Buffer | undefined {
  try {
    const found = new assetTypes[format](bytes).getManifestJUMBF();
    if (!found || found.length > maxBytes) return undefined;
    const store = Buffer.from(found);
    readUpstream(store);
    return store;
  } catch {
    return undefined;
  }
}

/** A manifest store of another signer: its newest manifest, and the bytes of all of them as they were signed. */
export interface Upstream {
  label: string;
  /** The newest manifest's box without its header, which is what a reference to it hashes. */
  content: Buffer;
  manifests: Buffer;
}

export function readUpstream(store: Buffer): Upstream {
  const boxes = SuperBox.fromBuffer(Uint8Array.from(store));
  const newest = boxes.contentBoxes.at(-1);
  const label = newest instanceof SuperBox ? newest.descriptionBox?.label : undefined;
  if (!label) throw new Error("a manifest store without a labelled manifest");
  const manifests = store.subarray(endOfDescription(store), store.readUInt32BE(0));
  let start = 0;
  for (let next = 0; next < manifests.length; next += Math.max(boxHeader, manifests.readUInt32BE(next)))
    start = next;
  return { label, content: manifests.subarray(start + boxHeader), manifests };
}

function endOfDescription(store: Buffer): number {
  return boxHeader + store.readUInt32BE(boxHeader);
}

/** Puts the manifests of another signer before ours, byte by byte as they were: their signatures stay valid. */
export function joinStores(ours: Buffer, { manifests }: Upstream): Buffer {
  const start = endOfDescription(ours);
  const joined = Buffer.concat([ours.subarray(0, start), manifests, ours.subarray(start)]);
  joined.writeUInt32BE(joined.length, 0);
  return joined;
}
