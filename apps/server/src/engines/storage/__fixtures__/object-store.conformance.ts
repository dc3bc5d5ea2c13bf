import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import type { ObjectStore } from "../object-store.ts";

/** Lists to the end. */
export async function listAll(store: ObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list(prefix)) names.push(name);
  return names;
}

/** What every store must do, whatever it is made of. */
export function describeObjectStore(kind: string, createStore: () => ObjectStore): void {
  describe(`${kind}, as every object store,`, () => {
    let store: ObjectStore;

    beforeEach(() => {
      store = createStore();
      return () => store.close();
    });

    const names = (prefix: string) => listAll(store, prefix);

    it.each(["one", "collection/1.png", "a/b/c/d_e-f.json", "a/.hidden"])("gives back %s", async (name) => {
      const bytes = randomBytes(10_000);
      await store.put(name, bytes);
      expect(await store.get(name)).toEqual(bytes);
      expect(await store.measure(name)).toEqual({ bytes: 10_000 });
    });

    it("keeps many megabytes as they are, whole and in parts, as a stream", async () => {
      const bytes = randomBytes(24 * 1024 * 1024);
      await store.put("large/object.png", bytes);
      const digest = (data: Buffer) => createHash("sha256").update(data).digest("hex");
      expect(await store.measure("large/object.png")).toEqual({ bytes: bytes.length });
      const whole = await store.open("large/object.png");
      if (!whole) throw new Error("the object should be there");
      expect(whole.bytes).toBe(bytes.length);
      expect(digest(await buffer(whole.stream))).toBe(digest(bytes));
      for (const [first, last] of [
        [0, 0],
        [0, 99],
        [5_000_000, 15_000_000],
        [bytes.length - 1, bytes.length - 1],
      ] as const) {
        const part = await store.open("large/object.png", { first, last });
        if (!part) throw new Error("the part should be there");
        expect(part.bytes).toBe(last - first + 1);
        expect(digest(await buffer(part.stream))).toBe(digest(bytes.subarray(first, last + 1)));
      }
    });

    it("can be left in the middle of a stream", async () => {
      await store.put("left/1.png", randomBytes(4 * 1024 * 1024));
      for (let time = 0; time < 60; time++) {
        const opened = await store.open("left/1.png");
        opened?.stream.on("error", () => {}).destroy();
      }
      expect((await store.get("left/1.png"))?.length).toBe(4 * 1024 * 1024);
    });

    it("keeps an empty object", async () => {
      await store.put("empty", Buffer.alloc(0));
      expect(await store.get("empty")).toEqual(Buffer.alloc(0));
      expect(await store.measure("empty")).toEqual({ bytes: 0 });
    });

    it("has nothing where nothing was put", async () => {
      expect(await store.get("missing")).toBeUndefined();
      expect(await store.get("missing/1.png")).toBeUndefined();
      expect(await store.open("missing/1.png")).toBeUndefined();
      expect(await store.measure("missing")).toBeUndefined();
      expect(await names("missing/")).toEqual([]);
      await expect(store.delete("missing")).resolves.toBeUndefined();
    });

    it("replaces and deletes", async () => {
      await store.put("a/1.png", Buffer.from("first"));
      await store.put("a/1.png", Buffer.from("second"));
      expect(await store.get("a/1.png")).toEqual(Buffer.from("second"));
      await store.delete("a/1.png");
      expect(await store.get("a/1.png")).toBeUndefined();
    });

    it("puts something new only where there is nothing, also when many try at once", async () => {
      const tries = await Promise.all(
        Array.from({ length: 8 }, (_, index) => store.putNew("new/1.png", Buffer.from(`try ${index}`))),
      );
      expect(tries.filter(Boolean)).toHaveLength(1);
      expect(await store.get("new/1.png")).toEqual(Buffer.from(`try ${tries.indexOf(true)}`));
      expect(await store.putNew("new/1.png", Buffer.from("later"))).toBe(false);
      await store.delete("new/1.png");
      expect(await store.putNew("new/1.png", Buffer.from("again"))).toBe(true);
    });

    it("lists what begins alike, in the order of the names", async () => {
      const all = ["list/a-b/1", "list/a/10", "list/a/2", "list/a/b/c", "list/ab", "list/b"];
      for (const name of all) await store.put(name, Buffer.from("x"));
      expect(await names("list/")).toEqual(all);
      expect(await names("list/a")).toEqual(all.slice(0, 5));
      expect(await names("list/a/")).toEqual(["list/a/10", "list/a/2", "list/a/b/c"]);
      expect(await names("list/b")).toEqual(["list/b"]);
    });

    it.each([
      "",
      ".",
      "..",
      "../outside",
      "a/../../outside",
      "a/..",
      "a/./b",
      "/etc/passwd",
      "a//b",
      "a/",
      "a\\..\\b",
      "a\0b",
      "a\n",
      "%2e%2e/x",
      "a b",
      "ä",
      "a/b..c",
    ])("refuses the name %j for everything", async (name) => {
      const message = "cannot be the name of an object";
      await expect(store.put(name, Buffer.from("x"))).rejects.toThrow(message);
      await expect(store.putNew(name, Buffer.from("x"))).rejects.toThrow(message);
      await expect(store.get(name)).rejects.toThrow(message);
      await expect(store.open(name)).rejects.toThrow(message);
      await expect(store.measure(name)).rejects.toThrow(message);
      await expect(store.delete(name)).rejects.toThrow(message);
      if (name !== "" && !/^\w+\/$/.test(name)) await expect(names(name)).rejects.toThrow(message);
    });

    it("never shows half of an object", async () => {
      const versions = [1, 2, 3].map((fill) => Buffer.alloc(2_000_000, fill));
      await store.put("half/1.png", versions[0] as Buffer);
      let isWriting = true;
      const writing = Promise.all(
        Array.from({ length: 15 }, (_, index) => store.put("half/1.png", versions[index % 3] as Buffer)),
      ).finally(() => {
        isWriting = false;
      });
      let reads = 0;
      while (isWriting) {
        const found = await store.get("half/1.png");
        reads++;
        expect(versions.some((version) => found?.equals(version))).toBe(true);
      }
      await writing;
      expect(reads).toBeGreaterThan(0);
    });
  });
}
