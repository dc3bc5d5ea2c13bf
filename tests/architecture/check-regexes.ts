import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, type Diagnostics } from "recheck";
import { type BoundedRegex, boundedRegexes } from "./bounded-regexes.ts";
import { findRegexes, listSourceFiles, type SourceRegex } from "./find-regexes.ts";

// Fails when text can make a regular expression of the sources slow. Run by `npm run check:regexes`.

const root = fileURLToPath(new URL("../../", import.meta.url));
const maxAttackInMs = 50;
/** Steps decide, not the clock: otherwise a busy machine would find other things than an idle one. */
const patience = {
  timeout: 120_000,
  seedingTimeout: 10_000,
  incubationTimeout: 10_000,
  mutationTimeout: 10_000,
  attackTimeout: 60_000,
};
/** There are more; fewer mean that the sources were not found. */
const leastFiles = 600;
const leastRegexes = 500;

const files = listSourceFiles(root);
const regexes = files.flatMap((file) => findRegexes(root, file));
const unique = new Map(regexes.map((regex) => [`/${regex.source}/${regex.flags}`, regex]));
// The checker takes minutes for all of them and always says the same of one.
const cacheFolder = join(root, "node_modules/.cache/mintwright");
const cacheFile = join(cacheFolder, `safe-regexes-${readCheckerVersion()}.json`);
const safe = new Set<string>(readCache());
const problems: string[] = [];
const used = new Set<BoundedRegex>();

if (files.length < leastFiles || regexes.length < leastRegexes) {
  problems.push(`saw ${regexes.length} regular expressions in ${files.length} files: some are missing`);
}

function readCheckerVersion(): string {
  return JSON.parse(readFileSync(join(root, "node_modules/recheck/package.json"), "utf8")).version;
}

function readCache(): string[] {
  try {
    return JSON.parse(readFileSync(cacheFile, "utf8"));
  } catch {
    return [];
  }
}

async function examine(written: string, regex: SourceRegex): Promise<void> {
  const { file, line, source, flags } = regex;
  const result = await check(source, flags, patience);
  if (result.status === "safe") {
    safe.add(written);
    return;
  }
  const where = `${file}:${line} /${source.slice(0, 60)}${source.length > 60 ? "…" : ""}/${flags}`;
  const bound = boundedRegexes.find((each) => each.file === file && source.startsWith(each.starts));
  if (bound) used.add(bound);
  if (result.status === "unknown") {
    if (!bound) problems.push(`${where}: could not be decided (${result.error.kind})`);
    return;
  }
  const { summary } = result.complexity;
  if (!bound) {
    problems.push(`${where}: ${summary}, for example with ${result.attack.pattern.slice(0, 80)}`);
    return;
  }
  const takenInMs = measure(regex, buildAttack(result, bound.maxCharacters));
  if (takenInMs > maxAttackInMs) {
    problems.push(`${where}: ${takenInMs.toFixed(0)} ms for ${bound.maxCharacters} characters (${summary})`);
  }
}

function buildAttack({ attack }: Extract<Diagnostics, { status: "vulnerable" }>, length: number): string {
  const fixed = attack.pumps.reduce((sum, { prefix }) => sum + prefix.length, attack.suffix.length);
  const pumped = attack.pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((length - fixed) / pumped));
  return attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + attack.suffix;
}

function measure({ source, flags }: SourceRegex, text: string): number {
  const expression = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  const before = process.threadCpuUsage();
  if (flags.includes("g")) for (const _ of text.matchAll(expression));
  else expression.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const waiting = [...unique].filter(([written]) => !safe.has(written));
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await examine(...next);
  }),
);
mkdirSync(cacheFolder, { recursive: true });
writeFileSync(cacheFile, JSON.stringify([...safe]));
for (const bound of boundedRegexes) {
  if (!used.has(bound)) problems.push(`${bound.file} /${bound.starts}…/ needs no exception any more`);
}
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
process.stdout.write(
  `${regexes.length} regular expressions (${unique.size} different) in ${files.length} files, ${used.size} bounded, ${seconds} s\n`,
);
for (const problem of problems) process.stderr.write(`${problem}\n`);
// The checker keeps its process running.
process.exit(problems.length > 0 ? 1 : 0);
