import { importBytes } from "ipfs-unixfs-importer";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import { balanced } from "ipfs-unixfs-importer/layout";
import type { CID } from "multiformats/cid";

/**
 * How a file becomes blocks. These are the settings of `ipfs add --cid-version=1`: whoever adds the same bytes
 * to a node finds the same id. Larger chunks, as Helia has them by default, would name files above 256 KiB otherwise.
 */
const importSettings = {
  cidVersion: 1,
  rawLeaves: true,
  reduceSingleLeafToSelf: true,
  chunker: fixedSize({ chunkSize: 262_144 }),
  layout: balanced({ maxChildrenPerNode: 174 }),
} as const;

/** One block of a file: what an IPFS node keeps under an id. */
export interface Block {
  cid: CID;
  bytes: Uint8Array;
}

/** A file as IPFS knows it. */
export interface ContentFile {
  cid: CID;
  blocks: Block[];
}

/** Splits a file into the blocks that IPFS nodes keep of it. */
export async function toBlocks(bytes: Uint8Array): Promise<ContentFile> {
  const blocks: Block[] = [];
  const keep = {
    put(cid: CID, block: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
      blocks.push({ cid, bytes: block as Uint8Array });
      return cid;
    },
  };
  const { cid } = await importBytes(bytes, keep, importSettings);
  return { cid, blocks };
}

/** Computes the IPFS content id of a file: the same as `ipfs add --cid-version=1` prints. */
export async function contentIdOf(bytes: Uint8Array): Promise<string> {
  const { cid } = await importBytes(bytes, { put: (id: CID) => id }, importSettings);
  return cid.toString();
}
