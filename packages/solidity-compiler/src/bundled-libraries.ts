import { createRequire } from "node:module";
import { dirname } from "node:path";

const names = ["@openzeppelin/contracts", "@openzeppelin/contracts-upgradeable"] as const;
const { resolve } = createRequire(import.meta.url);

/** The folder of each bundled Solidity library, by the prefix that imports use. */
export const bundledLibraries: Record<string, string> = Object.fromEntries(
  names.map((name) => [name, dirname(resolve(`${name}/package.json`))]),
);
