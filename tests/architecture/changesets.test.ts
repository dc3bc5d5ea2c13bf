import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readChangesets } from "@changesets/read";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readJson = <Content>(path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Content;

interface Package {
  name: string;
  version: string;
  private?: boolean;
}

const published = globSync("{apps,packages}/*/package.json", { cwd: root })
  .map((path) => readJson<Package>(path))
  .filter((each) => !each.private);

it("releases every published package in one version", () => {
  const { fixed } = readJson<{ fixed: string[][] }>(".changeset/config.json");
  expect(fixed.map((names) => names.toSorted())).toEqual([published.map(({ name }) => name).toSorted()]);
  expect(new Set(published.map(({ version }) => version)).size).toBe(1);
});

it("names published packages and describes the change in every changeset", async () => {
  for (const { id, summary, releases } of await readChangesets(root)) {
    expect([id, summary.trim()]).not.toEqual([id, ""]);
    expect(published.map(({ name }) => name)).toEqual(
      expect.arrayContaining(releases.map(({ name }) => name)),
    );
  }
});

it("tests the upgrade from the newest released version", async () => {
  const pending = await readChangesets(root);
  const [, newest] = /^## (\S+)$/m.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  const { version } = readJson<{ version: string }>("faults/previous-version.json");
  // In the commit of a release there are no changesets, and the version before it is still the one to upgrade from.
  if (pending.length > 0) expect(version).toBe(newest);
});

it("writes one entry of the changelog from all changesets", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-release-"));
  try {
    for (const path of [".ci", ".changeset", "CHANGELOG.md", "package.json", "package-lock.json"])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const path of globSync("{apps,packages,contracts,examples,tests,bench,faults}/**/package.json", {
      cwd: root,
      exclude: (name) => name === "node_modules" || name === "dist",
    }))
      cpSync(join(root, path), join(folder, path));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    writeFileSync(join(folder, ".changeset/test.md"), '---\n"mintwright": minor\n---\n\nOf this test.\n');
    const summaries = (await readChangesets(folder)).map(({ summary }) => summary.split("\n")[0] ?? "");
    execFileSync(process.execPath, [".ci/write-version.mjs"], { cwd: folder, stdio: "pipe" });
    const { version } = JSON.parse(
      readFileSync(join(folder, "packages/sdk/package.json"), "utf8"),
    ) as Package;
    const notes = execFileSync(process.execPath, [".ci/print-changelog-entry.mjs", version], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(version).not.toBe(published[0]?.version);
    expect(summaries.filter((summary) => !notes.includes(summary))).toEqual([]);
    expect(notes).not.toContain("## ");
    expect(await readChangesets(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
