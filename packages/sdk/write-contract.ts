import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeContractSource } from "./contract-source.ts";

const file = fileURLToPath(new URL("src/contract.ts", import.meta.url));
writeFileSync(file, await writeContractSource());
execFileSync("npx", ["biome", "format", "--write", file], { stdio: "inherit" });
