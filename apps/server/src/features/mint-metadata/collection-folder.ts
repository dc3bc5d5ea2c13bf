import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import { CID } from "multiformats/cid";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { type Block, blockIdOf, toBlocks } from "../../platform/content-id/index.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  type CollectionToken,
  hashImages,
  type MintableCollection,
  readTokenPages,
} from "./collection-tokens.repository.ts";
import { listDescriptions } from "./descriptions.repository.ts";
import { writeProvenance } from "./provenance.ts";
import { type KeptDescription, writeTokenMetadata } from "./token-metadata.ts";

/** So many files are in one folder: its block stays far below what nodes exchange (2 MiB). */
const filesPerFolder = 1_000;

interface Link {
  name: string;
  cid: CID;
  size: number;
}

function folderBlock(links: Link[]): Block {
  const node = dagPb.prepare({
    Data: new UnixFS({ type: "directory" }).marshal(),
    // A node lists its links by name; whoever opens the folder finds them by it.
    Links: links
      .map(({ name, cid, size }) => ({ Name: name, Hash: cid, Tsize: size }))
      .sort((a, b) => (a.Name < b.Name ? -1 : 1)),
  });
  const bytes = dagPb.encode(node);
  return { cid: blockIdOf(bytes, dagPb.code), bytes };
}

const sizeOf = ({ bytes }: Block, links: Link[]) => links.reduce((sum, { size }) => sum + size, bytes.length);

/** Parts of a collection's folder, as files of one page of tokens. */
interface Section {
  path: string[];
  /** The link of a token's file, without its bytes where the database knows it. */
  linkOf(token: CollectionToken): Promise<Link>;
  blocksOf(token: CollectionToken): Promise<Block[]>;
}

/**
 * A collection as one folder of IPFS: images/1-1000/1.png, metadata/<description>/1-1000/1.json, provenance.json.
 * It is walked twice, once for its id and once for its blocks, a page at a time: nothing grows with the
 * collection but the list of its sub-folders.
 */
export function createCollectionFolder(
  database: Database,
  store: ObjectStore,
  collection: MintableCollection,
) {
  async function listSections(): Promise<Section[]> {
    const provenanceHash = await hashImages(database, collection);
    const images: Section = {
      path: ["images"],
      linkOf: async (token) => ({
        name: `${token.number}.png`,
        cid: CID.parse(token.cid),
        size: token.byteSize,
      }),
      blocksOf: (token) => readImage(store, token),
    };
    const metadata = (await listDescriptions(database, collection)).map((description): Section => {
      const blockOf = (token: CollectionToken) =>
        metadataBlock(collection, provenanceHash, token, description);
      return {
        path: ["metadata", description.metadataId],
        linkOf: async (token) => {
          const { cid, bytes } = blockOf(token);
          return { name: `${token.number}.json`, cid, size: bytes.length };
        },
        blocksOf: async (token) => [blockOf(token)],
      };
    });
    return [images, ...metadata];
  }

  /** Visits every page of every section with the block of its folder. */
  async function* walkPages(sections: Section[]) {
    for (const section of sections) {
      for await (const page of readTokenPages(database, collection, filesPerFolder)) {
        const links = await Promise.all(page.map(section.linkOf));
        const block = folderBlock(links);
        const name = `${page[0]?.number}-${page.at(-1)?.number}`;
        yield { section, page, block, link: { name, cid: block.cid, size: sizeOf(block, links) } };
      }
    }
  }

  async function readProvenance(): Promise<{ link: Link; blocks: Block[] }> {
    let text = "";
    for await (const piece of writeProvenance(database, collection)) text += piece;
    const { cid, blocks } = await toBlocks(Buffer.from(text));
    return { link: { name: "provenance.json", cid, size: text.length }, blocks };
  }

  /** Builds the folders above the pages, from the bottom up; the last block is the root. */
  async function buildUpperFolders(sections: Section[], provenance: Link): Promise<Block[]> {
    const pagesOf = new Map<Section, Link[]>(sections.map((section) => [section, []]));
    for await (const { section, link } of walkPages(sections)) pagesOf.get(section)?.push(link);
    const blocks: Block[] = [];
    const close = (name: string, links: Link[]): Link => {
      const block = folderBlock(links);
      blocks.push(block);
      return { name, cid: block.cid, size: sizeOf(block, links) };
    };
    const closed = sections.map((section) => ({
      section,
      link: close(section.path.at(-1) ?? "", pagesOf.get(section) ?? []),
    }));
    const top = closed.filter(({ section }) => section.path.length === 1).map(({ link }) => link);
    const nested = closed.filter(({ section }) => section.path.length > 1).map(({ link }) => link);
    if (nested.length > 0) top.push(close("metadata", nested));
    close("", [...top, provenance]);
    return blocks;
  }

  return {
    /** Computes the id of the folder, and gives its blocks from the root down. */
    async open(): Promise<{ root: CID; readBlocks(): AsyncGenerator<Block> }> {
      const sections = await listSections();
      const provenance = await readProvenance();
      const upper = await buildUpperFolders(sections, provenance.link);
      const root = upper.at(-1)?.cid;
      if (!root) throw new Error("a folder without a root");
      async function* readBlocks() {
        yield* upper.toReversed();
        yield* provenance.blocks;
        for await (const { section, page, block } of walkPages(sections)) {
          yield block;
          for (const token of page) yield* await section.blocksOf(token);
        }
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

function metadataBlock(
  collection: MintableCollection,
  provenanceHash: string,
  token: CollectionToken,
  description: KeptDescription,
): Block {
  const bytes = writeTokenMetadata(collection, provenanceHash, token, description);
  return { cid: blockIdOf(bytes), bytes };
}
