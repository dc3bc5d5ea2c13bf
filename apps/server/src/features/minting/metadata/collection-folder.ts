import { CID } from "multiformats/cid";
import type { ObjectStore } from "../../../engines/storage/index.ts";
import { type Block, toBlocks } from "../../../platform/content-id/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
  type CollectionToken,
  hashImages,
  type MintableCollection,
  readTokenPages,
} from "./collection-tokens.repository.ts";
import { findDropDescription, readDescriptions } from "./descriptions.repository.ts";
import { createDropFolder } from "./drop-folder.ts";
import { folderBlock, type Link, metadataBlock, sizeOf } from "./folder-blocks.ts";
import { writeProvenance } from "./provenance.ts";

/** So many files are in one folder: its block stays far below what nodes exchange (2 MiB). */
const filesPerFolder = 1_000;

/** One kind of file of a collection's tokens: the images, or the metadata files of one description. */
interface Section {
  kind: "images" | "metadata";
  name: string;
  /** Undefined for every token, otherwise an `int4multirange`. */
  numbers?: string;
  /** The link of a token's file, without its bytes where the database knows it. */
  linkOf(token: CollectionToken): Promise<Link>;
  blocksOf(token: CollectionToken): Promise<Block[]>;
}

/**
 * A collection as one folder of IPFS: images/1-1000/1.png, metadata/<description>/1-1000/1.json, provenance.json, and
 * drop/1.json where wallets claim its tokens.
 * Above 1,000 descriptions the first two characters of their ids are a folder level of their own.
 * It is walked twice, once for its id and once for its blocks, a page at a time: nothing grows with the
 * collection but the list of its sub-folders.
 */
export function createCollectionFolder(
  database: Database,
  store: ObjectStore,
  collection: MintableCollection,
) {
  async function* readSections(provenanceHash: string): AsyncGenerator<Section> {
    yield {
      kind: "images",
      name: "images",
      linkOf: async (token) => ({
        name: `${token.number}.png`,
        cid: CID.parse(token.cid),
        size: token.byteSize,
      }),
      blocksOf: (token) => readImage(store, token),
    };
    for await (const description of readDescriptions(database, collection)) {
      const blockOf = (token: CollectionToken) =>
        metadataBlock(collection, provenanceHash, token, description);
      yield {
        kind: "metadata",
        name: description.metadataId,
        numbers: description.numbers,
        linkOf: async (token) => {
          const { cid, bytes } = blockOf(token);
          return { name: `${token.number}.json`, cid, size: bytes.length };
        },
        blocksOf: async (token) => [blockOf(token)],
      };
    }
  }

  /** Visits every page of a section with the block of its folder. */
  async function* walkPages({ numbers, linkOf }: Section) {
    const pages = readTokenPages(database, collection, { pageSize: filesPerFolder, numbers });
    for await (const page of pages) {
      const links = await Promise.all(page.map(linkOf));
      const block = folderBlock(links);
      const name = `${page[0]?.number}-${page.at(-1)?.number}`;
      yield { page, block, link: { name, cid: block.cid, size: sizeOf(block, links) } };
    }
  }

  async function readProvenance(): Promise<{ link: Link; blocks: Block[] }> {
    let text = "";
    for await (const piece of writeProvenance(database, collection)) text += piece;
    const { cid, blocks } = await toBlocks(Buffer.from(text));
    return { link: { name: "provenance.json", cid, size: text.length }, blocks };
  }

  /** Builds the folders above the pages, from the bottom up; the last block is the root. */
  async function buildUpperFolders(sections: AsyncIterable<Section>, others: Link[]): Promise<Block[]> {
    const blocks: Block[] = [];
    const close = (name: string, links: Link[]): Link => {
      const block = folderBlock(links);
      blocks.push(block);
      return { name, cid: block.cid, size: sizeOf(block, links) };
    };
    const top: Link[] = [...others];
    let metadata: Link[] = [];
    for await (const section of sections) {
      const pages: Link[] = [];
      for await (const { link } of walkPages(section)) pages.push(link);
      (section.kind === "images" ? top : metadata).push(close(section.name, pages));
    }
    if (metadata.length > filesPerFolder) {
      const byPrefix = Object.groupBy(metadata, ({ name }) => name.slice(0, 2));
      metadata = Object.entries(byPrefix).map(([prefix, links = []]) => close(prefix, links));
    }
    if (metadata.length > 0) top.push(close("metadata", metadata));
    close("", top);
    return blocks;
  }

  return {
    /** Computes the id of the folder, and gives its blocks from the root down. */
    async open(): Promise<{ root: CID; readBlocks(): AsyncGenerator<Block> }> {
      const provenanceHash = await hashImages(database, collection);
      const provenance = await readProvenance();
      const drop = await findDropDescription(database, collection);
      const dropFolder =
        drop && (await createDropFolder({ database, collection, provenanceHash, description: drop }));
      const others = [provenance.link, ...(dropFolder ? [dropFolder.link] : [])];
      const upper = await buildUpperFolders(readSections(provenanceHash), others);
      const root = upper.at(-1)?.cid;
      if (!root) throw new Error("a folder without a root");
      async function* readBlocks() {
        yield* upper.toReversed();
        yield* provenance.blocks;
        for await (const section of readSections(provenanceHash)) {
          for await (const { page, block } of walkPages(section)) {
            yield block;
            for (const token of page) yield* await section.blocksOf(token);
          }
        }
        if (dropFolder) yield* dropFolder.readBlocks();
      }
      return { root, readBlocks };
    },
  };
}

async function readImage(store: ObjectStore, token: CollectionToken): Promise<Block[]> {
  const bytes = await store.get(token.object);
  if (!bytes) throw new Error(`the image ${token.object} is not in the store`);
  const { cid, blocks } = await toBlocks(bytes);
  if (cid.toString() !== token.cid) throw new Error(`the image ${token.object} is not what was made`);
  return blocks;
}
