import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import type { CID } from "multiformats/cid";
import { type Block, blockIdOf } from "../../../platform/content-id/index.ts";
import type { CollectionToken, MintableCollection } from "./collection-tokens.repository.ts";
import { type TokenDescription, writeTokenMetadata } from "./token-metadata.ts";

/** An entry of a folder. */
export interface Link {
  name: string;
  cid: CID;
  size: number;
}

export function folderBlock(links: readonly Link[]): Block {
  const node = dagPb.prepare({
    Data: new UnixFS({ type: "directory" }).marshal(),
    // A node lists its links by name; readers of the folder find them by it.
    Links: links
      .map(({ name, cid, size }) => ({ Name: name, Hash: cid, Tsize: size }))
      .sort((a, b) => (a.Name < b.Name ? -1 : 1)),
  });
  const bytes = dagPb.encode(node);
  return { cid: blockIdOf(bytes, dagPb.code), bytes };
}

export const sizeOf = ({ bytes }: Block, links: readonly Link[]) =>
  links.reduce((sum, { size }) => sum + size, bytes.length);

export function metadataBlock(
  collection: MintableCollection,
  provenanceHash: string,
  token: CollectionToken,
  description: TokenDescription,
): Block {
  const bytes = writeTokenMetadata(collection, provenanceHash, token, description);
  return { cid: blockIdOf(bytes), bytes };
}
