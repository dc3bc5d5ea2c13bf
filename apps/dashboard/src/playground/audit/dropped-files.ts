import { type SourceFile, toFileName } from "./audit-workspace.ts";

const maxFiles = 300;

/** Reads the Solidity files of a file input. */
export function readFiles(files: Iterable<File>): Promise<SourceFile[]> {
  return readAll([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/** Reads dropped Solidity files, including those in folders. */
export async function readDropped(data: DataTransfer): Promise<SourceFile[]> {
  // Read the entries before the first await: the browser clears the list afterwards.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return readFiles(data.files);
  return readAll((await Promise.all(entries.map(listEntry))).flat());
}

async function readAll(found: { path: string; file: File }[]): Promise<SourceFile[]> {
  const sources = found.filter(({ path }) => path.toLowerCase().endsWith(".sol")).slice(0, maxFiles);
  return Promise.all(
    sources.map(async ({ path, file }) => ({
      name: toFileName(path),
      // Normalize line ends, so that line numbers match the compiler's.
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
