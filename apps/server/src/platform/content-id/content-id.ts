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
 * How a file becomes blocks. These are the settings of `ipfs add --cid-version=1`: whoever adds the same bytes
 * to a node finds the same id. Larger chunks, as Helia has them by default, would name files above 256 KiB otherwise.
 */
const importSettings = {
  cidVersion: 1,
  rawLeaves: true,
  reduceSingleLeafToSelf: true,
  chunker: fixedSize({ chunkSize }),
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

/** The id of bytes that are one block. */
export function blockIdOf(bytes: Uint8Array, codec: number = raw.code): CID {
  return CID.createV1(codec, Digest.create(sha256Code, createHash("sha256").update(bytes).digest()));
}

/** Splits a file into the blocks that IPFS nodes keep of it. */
export async function toBlocks(bytes: Uint8Array): Promise<ContentFile> {
  // What the importer does with them, many times faster: metadata files are many and small.
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

/** Computes the IPFS content id of a file: the same as `ipfs add --cid-version=1` prints. */
export async function contentIdOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= chunkSize) return blockIdOf(bytes).toString();
  const { cid } = await importBytes(bytes, { put: (id: CID) => id }, importSettings);
  return cid.toString();
}
