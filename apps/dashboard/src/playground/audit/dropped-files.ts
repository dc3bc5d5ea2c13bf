import { type SourceFile, toFileName } from "./audit-workspace.ts";

const maxFiles = 300;

/** Reads Solidity files that were chosen. */
export function readFiles(files: Iterable<File>): Promise<SourceFile[]> {
  return readAll([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/** Reads Solidity files that were dropped, those in dropped folders as well. */
export async function readDropped(data: DataTransfer): Promise<SourceFile[]> {
  // Entries must be taken before the first wait: the browser empties the list afterwards.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return readFiles(data.files);
  return readAll((await Promise.all(entries.map(listEntry))).flat());
}

async function readAll(found: { path: string; file: File }[]): Promise<SourceFile[]> {
  const sources = found.filter(({ path }) => path.toLowerCase().endsWith(".sol")).slice(0, maxFiles);
  return Promise.all(
    sources.map(async ({ path, file }) => ({
      name: toFileName(path),
      // Lines are counted as the editor and the compiler count them.
      text: (await file.text()).replaceAll(/\r\n?/g, "\n"),
    })),
  );
}

async function listEntry(entry: FileSystemEntry): Promise<{ path: string; file: File }[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path: entry.fullPath, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inner: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    inner.push(...some);
  }
  return (await Promise.all(inner.map(listEntry))).flat();
}
