import { readdir, readFile } from "node:fs/promises";

/** The folder of the migrations that this version of the code needs. */
export const migrationsFolder = new URL("../../../migrations/", import.meta.url);

/** One SQL file. Its name without the extension decides its place in the order. */
export interface MigrationFile {
  name: string;
  script: string;
  /** False when the first line is `-- no-transaction`: its statements then run one by one, each committed by itself. */
  isTransactional: boolean;
}

const noTransactionMarker = /^-- no-transaction[ \t]*(\r?\n|$)/;

/** Reads the SQL files of the folders, the product's own unless given, ordered by name. */
export async function readMigrationFiles(
  folders: readonly URL[] = [migrationsFolder],
): Promise<MigrationFile[]> {
  const files = await Promise.all(folders.map(readFolder));
  return files.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readFolder(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(name, folder), "utf8");
      return {
        name: name.slice(0, -".sql".length),
        script,
        isTransactional: !noTransactionMarker.test(script),
      };
    }),
  );
}

/**
 * Splits a file without a transaction into its statements. Every statement ends with a semicolon at the end of a line.
 * A function's body would be torn apart, so it belongs in a file with a transaction.
 */
export function listStatements({ name, script }: MigrationFile): string[] {
  if (script.includes("$$"))
    throw new Error(`Migration ${name}: a file without a transaction cannot contain a body in $$.`);
  const withoutComments = script
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("--"))
    .join("\n");
  return withoutComments
    .split(/;[ \t\r]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
