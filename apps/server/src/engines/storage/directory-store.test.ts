import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDirectoryStore } from "./directory-store.ts";
import type { ObjectStore } from "./object-store.ts";

let folder: string;
let store: ObjectStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mintwright-store-"));
  store = createDirectoryStore(join(folder, "objects"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("a directory store", () => {
  it.each(["one", "collection/1.png", "a/b/c/d_e-f.json", "a/.hidden"])("gives back %s", async (name) => {
    const bytes = randomBytes(10_000);
    await store.put(name, bytes);
    expect(await store.get(name)).toEqual(bytes);
  });

  it("keeps an empty object", async () => {
    await store.put("empty", Buffer.alloc(0));
    expect(await store.get("empty")).toEqual(Buffer.alloc(0));
  });

  it("has nothing where nothing was put", async () => {
    expect(await store.get("missing")).toBeUndefined();
    expect(await store.get("missing/1.png")).toBeUndefined();
    await expect(store.delete("missing")).resolves.toBeUndefined();
  });

  it("replaces and deletes", async () => {
    await store.put("a/1.png", Buffer.from("first"));
    await store.put("a/1.png", Buffer.from("second"));
    expect(await store.get("a/1.png")).toEqual(Buffer.from("second"));
    await store.delete("a/1.png");
    expect(await store.get("a/1.png")).toBeUndefined();
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
    await expect(store.get(name)).rejects.toThrow(message);
    await expect(store.delete(name)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });

  it("never shows half of an object", async () => {
    const versions = [1, 2, 3].map((fill) => Buffer.alloc(2_000_000, fill));
    await store.put("a/1.png", versions[0] as Buffer);
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, index) => store.put("a/1.png", versions[index % 3] as Buffer)),
    ).finally(() => {
      isWriting = false;
    });
    let reads = 0;
    while (isWriting) {
      const found = await store.get("a/1.png");
      reads++;
      expect(versions.some((version) => found?.equals(version))).toBe(true);
    }
    await writing;
    expect(reads).toBeGreaterThan(0);
    expect(readdirSync(join(folder, "objects", "a"))).toEqual(["1.png"]);
  });

  it("leaves no draft behind when it cannot put", async () => {
    await mkdir(join(folder, "objects", "taken"), { recursive: true });
    await writeFile(join(folder, "objects", "taken", "file"), "x");
    await expect(store.put("taken", Buffer.from("x"))).rejects.toThrow();
    expect(readdirSync(join(folder, "objects"))).toEqual(["taken"]);
  });
});
