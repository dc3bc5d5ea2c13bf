import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

/** Finds the program of Foundry's forge in its npm package, as the value of `FORGE`. */
export function findForge(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const manifest = resolve(`@foundry-rs/forge-${process.platform}-${architecture}/package.json`);
  return join(dirname(manifest), "bin", "forge");
}
