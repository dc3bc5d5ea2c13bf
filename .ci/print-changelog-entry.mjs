// Prints the entry of one version: the notes of its release.
import { readFileSync } from "node:fs";

const [version] = process.argv.slice(2);
const entries = readFileSync("CHANGELOG.md", "utf8").split(/\n(?=## )/);
const entry = entries.find((each) => each.startsWith(`## ${version}\n`));
if (!entry) throw new Error(`CHANGELOG.md has no entry for ${version}. Run npm run release:version first.`);
process.stdout.write(`${entry.split("\n").slice(1).join("\n").trim()}\n`);
