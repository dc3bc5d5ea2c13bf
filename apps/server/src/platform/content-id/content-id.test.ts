import { createHash } from "node:crypto";
import { CID } from "multiformats/cid";
import { describe, expect, it } from "vitest";
import { contentIdOf, toBlocks } from "./content-id.ts";

const chunk = 262_144;

const bytesOf = (length: number) =>
  Buffer.alloc(length).map((_, at) => (at * 31 + (at >> 8)) & 255) as Buffer;

describe("the content id of a file", () => {
  it.each([
    ["", "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"],
    ["hello world", "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e"],
  ])("of %j is what every IPFS node says", async (text, cid) => {
    expect(await contentIdOf(Buffer.from(text))).toBe(cid);
  });

  it("is the SHA-256 of the bytes while they fit into one block", async () => {
    const bytes = bytesOf(chunk);
    const cid = CID.parse(await contentIdOf(bytes));
    expect(cid.code).toBe(0x55);
    expect(Buffer.from(cid.multihash.digest)).toEqual(createHash("sha256").update(bytes).digest());
  });

  it("is that of a tree of blocks above, which together are the bytes", async () => {
    const bytes = bytesOf(chunk * 3 + 5);
    const { cid, blocks } = await toBlocks(bytes);
    expect(cid.toString()).toBe(await contentIdOf(bytes));
    expect(cid.code).toBe(0x70);
    const leaves = blocks.filter((block) => block.cid.code === 0x55).map((block) => block.bytes);
    expect(leaves.map(({ length }) => length)).toEqual([chunk, chunk, chunk, 5]);
    expect(Buffer.concat(leaves)).toEqual(bytes);
    for (const block of blocks) {
      expect(Buffer.from(block.cid.multihash.digest)).toEqual(
        createHash("sha256").update(block.bytes).digest(),
      );
    }
  });
});
