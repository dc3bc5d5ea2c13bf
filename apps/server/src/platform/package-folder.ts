import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

/** The folder of this package: the code is bundled, so a module's own URL says nothing about where other files are. */
export const packageFolder = new URL("./", pathToFileURL(findPackageJSON(import.meta.url) ?? ""));
