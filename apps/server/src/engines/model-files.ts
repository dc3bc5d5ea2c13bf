import { existsSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFolder } from "../platform/package-folder.ts";

/**
 * Finds a folder with model files: in an installation the copy that the build put beside the bundle, in a checkout the
 * npm package they come from. Installing those packages would bring all of TensorFlow, 100 MB.
 */
export function findModelFolder(packageName: string, folder: string): string {
  const copy = fileURLToPath(new URL(`artifacts/models/${packageName}/${folder}/`, packageFolder));
  if (existsSync(copy)) return copy;
  return join(dirname(findPackageJSON(packageName, import.meta.url) ?? ""), folder, "/");
}
