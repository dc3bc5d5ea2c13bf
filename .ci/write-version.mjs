// Applies the changesets: raises every published version, and writes one entry of the root CHANGELOG.md.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { readChangesets } from "@changesets/read";

const order = ["major", "minor", "patch"];
const rank = ({ releases }) => Math.min(...releases.map(({ type }) => order.indexOf(type)));

const changesets = await readChangesets(process.cwd());
if (changesets.length === 0) throw new Error("There is no changeset to release. Add one: npx changeset");
changesets.sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
execFileSync("npx", ["changeset", "version"], { stdio: "inherit" });

const { version } = JSON.parse(readFileSync("apps/server/package.json", "utf8"));
const items = changesets.map(({ summary }) => `- ${summary.trim().replaceAll("\n", "\n  ")}`);
const [title, ...rest] = readFileSync("CHANGELOG.md", "utf8").split(/\n(?=## )/);
writeFileSync("CHANGELOG.md", [title, `## ${version}\n\n${items.join("\n")}\n`, ...rest].join("\n"));
