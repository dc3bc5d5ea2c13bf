import { readdir, readFile } from "node:fs/promises";
import { packageFolder } from "../package-folder.ts";

export const migrationsFolder = new URL("migrations/", packageFolder);

/** One SQL file. Files are applied in the order of their names. */
export interface MigrationFile {
  name: string;
  script: string;
  /** False when the first line is `-- no-transaction`: then each statement is committed by itself. */
  isTransactional: boolean;
}

const noTransactionMarker = /^-- no-transaction[ \t]*(\r?\n|$)/;

/** Reads the SQL files of the folders, by default the product's own, ordered by name. */
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
 * Splits a file without a transaction into statements, each ended by a semicolon at the end of a line. Function bodies
 * would be split as well, so they belong in a file with a transaction.
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
