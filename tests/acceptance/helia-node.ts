import { car } from "@helia/car";
import { unixfs } from "@helia/unixfs";
import { CarReader } from "@ipld/car";
import { createHeliaLight } from "helia";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import { balanced } from "ipfs-unixfs-importer/layout";
import { CID } from "multiformats/cid";

/** An IPFS node without a network: what it does not hold it does not find. */
export interface HeliaNode {
  importCar(bytes: Uint8Array): Promise<void>;
  /** The bytes of an `ipfs://` address. */
  read(uri: string): Promise<Buffer>;
  /** The `ipfs://` address that `ipfs add --cid-version=1` gives these bytes. */
  nameOf(bytes: Uint8Array): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a node in this process. */
export function startHelia(): HeliaNode {
  const helia = createHeliaLight();
  const files = unixfs(helia);
  return {
    async importCar(bytes) {
      await car(helia).import(await CarReader.fromBytes(bytes));
    },
    async read(uri) {
      const parts: Uint8Array[] = [];
      for await (const part of files.cat(CID.parse(uri.replace("ipfs://", "")), { offline: true })) {
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    async nameOf(bytes) {
      // In a node of its own: naming must not put into this one what an import should have brought.
      const other = createHeliaLight();
      const cid = await unixfs(other).addBytes(bytes, {
        chunker: fixedSize({ chunkSize: 262_144 }),
        layout: balanced({ maxChildrenPerNode: 174 }),
      });
      await other.stop();
      return `ipfs://${cid}`;
    },
    async stop() {
      await helia.stop();
    },
  };
}
