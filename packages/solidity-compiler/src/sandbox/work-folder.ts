import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";

/** Gives work a folder of its own, and deletes it afterwards. */
export async function withFolder<Value>(
  prefix: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the files of a compilation. Refuses a name that leads out of the folder. */
export async function writeSources(
  folder: string,
  sources: Record<string, { content: string }>,
): Promise<void> {
  for (const [name, { content }] of Object.entries(sources)) {
    const path = resolve(folder, name);
    if (!path.startsWith(folder + sep)) throw new Error(`${JSON.stringify(name)} is outside the folder`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
