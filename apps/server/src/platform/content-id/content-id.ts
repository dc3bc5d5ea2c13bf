import { createHash } from "node:crypto";
import { importBytes } from "ipfs-unixfs-importer";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import { balanced } from "ipfs-unixfs-importer/layout";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import * as Digest from "multiformats/hashes/digest";

const chunkSize = 262_144;
const sha256Code = 0x12;

/**
 * The settings of `ipfs add --cid-version=1`, so that everyone who adds the same bytes gets the same CID. Larger chunks,
 * Helia's default, would give files above 256 KiB a different CID.
 */
const importSettings = {
  cidVersion: 1,
  rawLeaves: true,
  reduceSingleLeafToSelf: true,
  chunker: fixedSize({ chunkSize }),
  layout: balanced({ maxChildrenPerNode: 174 }),
} as const;

export interface Block {
  cid: CID;
  bytes: Uint8Array;
}

export interface ContentFile {
  cid: CID;
  blocks: Block[];
}

/** Computes the CID of bytes that fit into one block. */
export function blockIdOf(bytes: Uint8Array, codec: number = raw.code): CID {
  return CID.createV1(codec, Digest.create(sha256Code, createHash("sha256").update(bytes).digest()));
}

export async function toBlocks(bytes: Uint8Array): Promise<ContentFile> {
  // The importer's result, computed many times faster: metadata files are many and small.
  if (bytes.length <= chunkSize) {
    const cid = blockIdOf(bytes);
    return { cid, blocks: [{ cid, bytes }] };
  }
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

/** Computes the CID of a file, the same as `ipfs add --cid-version=1` prints. */
export async function contentIdOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= chunkSize) return blockIdOf(bytes).toString();
  const { cid } = await importBytes(bytes, { put: (id: CID) => id }, importSettings);
  return cid.toString();
}
