import { createRequire } from "node:module";
import { dirname } from "node:path";

const names = ["@openzeppelin/contracts", "@openzeppelin/contracts-upgradeable"] as const;
const { resolve } = createRequire(import.meta.url);

/** The Solidity libraries that come with the package: the folder of each, by the name that imports begin with. */
export const bundledLibraries: Record<string, string> = Object.fromEntries(
  names.map((name) => [name, dirname(resolve(`${name}/package.json`))]),
);
