import type { Block } from "../../../platform/content-id/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type MintableCollection, readTokenPages } from "./collection-tokens.repository.ts";
import { folderBlock, type Link, metadataBlock, sizeOf } from "./folder-blocks.ts";
import type { TokenDescription } from "./token-metadata.ts";

const pageSize = 1_000;

/**
 * The metadata of a drop as one flat folder, 1.json to N.json: the Solidity contract appends number and ending to one base
 * URI. Ten thousand links take about 600 kB, below the 1 MiB that IPFS nodes accept for a block.
 */
export async function createDropFolder({
  database,
  collection,
  provenanceHash,
  description,
}: {
  database: Database;
  collection: MintableCollection;
  provenanceHash: string;
  description: TokenDescription;
}): Promise<{ link: Link; readBlocks(): AsyncGenerator<Block> }> {
  const readFiles = async function* () {
    for await (const page of readTokenPages(database, collection, { pageSize }))
      for (const token of page)
        yield {
          name: `${token.number}.json`,
          ...metadataBlock(collection, provenanceHash, token, description),
        };
  };
  const links: Link[] = [];
  for await (const { name, cid, bytes } of readFiles()) links.push({ name, cid, size: bytes.length });
  const folder = folderBlock(links);
  return {
    link: { name: "drop", cid: folder.cid, size: sizeOf(folder, links) },
    async *readBlocks() {
      yield folder;
      for await (const { cid, bytes } of readFiles()) yield { cid, bytes };
    },
  };
}
