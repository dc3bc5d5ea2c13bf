import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectStore } from "./object-store.ts";

const safeName = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]*[A-Za-z0-9_-])*$/;

/** Keeps objects as files of a directory, which every process of an installation must share. */
export function createDirectoryStore(directory: string): ObjectStore {
  const pathOf = (name: string) => {
    if (!safeName.test(name) || name.includes(".."))
      throw new Error(`${name} cannot be the name of an object`);
    return join(directory, name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      // Written beside and renamed, so that nobody ever reads half of it.
      const draft = `${path}.${randomUUID()}`;
      try {
        await writeFile(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
    async *list(prefix) {
      const folder = dirname(`${prefix}x`);
      const names = await readdir(pathOf(folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      for (const name of names.sort()) if (`${folder}/${name}`.startsWith(prefix)) yield `${folder}/${name}`;
    },
  };
}
