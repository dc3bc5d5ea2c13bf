import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertObjectName, assertPrefix, type ObjectStore, StorageError } from "./object-store.ts";

/** Not a valid object name. On the same file system, so that a finished draft is renamed and not copied. */
const draftsFolder = ".drafts";
const draftLifetimeInMs = 3_600_000;

/** Stores objects as files in a directory, which every process of an installation must share. */
export function createDirectoryStore(directory: string): ObjectStore {
  const drafts = join(directory, draftsFolder);
  const pathOf = (name: string) => {
    assertObjectName(name);
    return join(directory, name);
  };
  let isSwept = false;

  /** Removes drafts left behind by processes that were killed while writing. */
  async function sweepDrafts(): Promise<void> {
    if (isSwept) return;
    isSwept = true;
    for (const draft of await readdir(drafts)) {
      const { mtimeMs } = await stat(join(drafts, draft));
      if (mtimeMs < Date.now() - draftLifetimeInMs) await rm(join(drafts, draft), { force: true });
    }
  }

  /** Writes the file as a draft and then moves it into place, so that readers never see half of it. */
  async function write<Result>(
    name: string,
    bytes: Buffer,
    place: (draft: string, path: string) => Promise<Result>,
  ) {
    const path = pathOf(name);
    const draft = join(drafts, randomUUID());
    try {
      await mkdir(drafts, { recursive: true });
      await sweepDrafts().catch(() => {});
      await mkdir(dirname(path), { recursive: true });
      await writeFile(draft, bytes, { flush: true });
      return await place(draft, path);
    } catch (error) {
      throw explain(error, directory);
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  return {
    put: (name, bytes) => write(name, bytes, rename),
    putNew: (name, bytes) =>
      write(name, bytes, (draft, path) =>
        link(draft, path).then(
          () => true,
          (error) => {
            if (codeOf(error) === "EEXIST") return false;
            throw error;
          },
        ),
      ),
    async get(name) {
      return unlessMissing(readFile(pathOf(name)), directory);
    },
    async open(name, range) {
      const file = await unlessMissing(open(pathOf(name)), directory);
      if (!file) return undefined;
      const { size } = await file.stat();
      const bytes = range ? Math.max(0, Math.min(range.last + 1, size) - range.first) : size;
      return { stream: file.createReadStream(range && { start: range.first, end: range.last }), bytes };
    },
    async measure(name) {
      const found = await unlessMissing(stat(pathOf(name)), directory);
      return found?.isFile() ? { bytes: found.size } : undefined;
    },
    async *list(prefix) {
      assertPrefix(prefix);
      yield* listBelow(directory, "", prefix);
    },
    async delete(name) {
      await unlessMissing(rm(pathOf(name), { force: true }), directory);
    },
    close() {},
  };
}

/** Walks in the order of object names, which differs from folder order: `a.b` comes before `a/b`. */
async function* listBelow(directory: string, folder: string, prefix: string): AsyncGenerator<string> {
  const entries =
    (await unlessMissing(readdir(join(directory, folder), { withFileTypes: true }), directory)) ?? [];
  const names = entries
    .filter(({ name }) => folder !== "" || name !== draftsFolder)
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  for (const name of names) {
    if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
    if (name.endsWith("/")) yield* listBelow(directory, name, prefix);
    else if (name.startsWith(prefix)) yield name;
  }
}

async function unlessMissing<Result>(asked: Promise<Result>, directory: string): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw explain(error, directory);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function explain(error: unknown, directory: string): StorageError {
  const { message } = error as Error;
  return new StorageError(`the directory ${directory} cannot be used (${message})`, error);
}
