import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeObjectStore, listAll } from "./__fixtures__/object-store.conformance.ts";
import { createDirectoryStore } from "./directory-store.ts";
import { StorageError } from "./object-store.ts";

let folder: string;
let objects: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mintwright-store-"));
  objects = join(folder, "objects");
});

afterEach(() => rmSync(folder, { recursive: true }));

describeObjectStore("a directory", () => createDirectoryStore(objects));

describe("a directory store", () => {
  it("leaves no draft behind, whether it can put or not", async () => {
    const store = createDirectoryStore(objects);
    await mkdir(join(objects, "taken"), { recursive: true });
    await writeFile(join(objects, "taken", "file"), "x");
    await expect(store.put("taken", Buffer.from("x"))).rejects.toThrow(StorageError);
    await store.put("fine", Buffer.from("x"));
    await store.putNew("fine", Buffer.from("x"));
    expect(readdirSync(objects).sort()).toEqual([".drafts", "fine", "taken"]);
    expect(readdirSync(join(objects, ".drafts"))).toEqual([]);
  });

  it("removes drafts that a killed process left, and leaves those that are being written", async () => {
    await mkdir(join(objects, ".drafts"), { recursive: true });
    for (const name of ["old", "young"]) await writeFile(join(objects, ".drafts", name), "x");
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    utimesSync(join(objects, ".drafts", "old"), twoHoursAgo, twoHoursAgo);
    const store = createDirectoryStore(objects);
    await store.put("one", Buffer.from("x"));
    expect(readdirSync(join(objects, ".drafts"))).toEqual(["young"]);
    expect(await listAll(store, "")).toEqual(["one"]);
  });

  it("says what is wrong to the operator and not to the caller", async () => {
    const store = createDirectoryStore("/dev/null/nowhere");
    const failure = await store.put("one", Buffer.from("x")).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "service_unavailable",
      reason: expect.stringMatching(/^the directory \/dev\/null\/nowhere cannot be used \(ENOTDIR/),
    });
    expect((failure as Error).message).not.toContain("nowhere");
  });
});
