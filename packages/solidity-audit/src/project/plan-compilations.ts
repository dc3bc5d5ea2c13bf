import { chooseVersion, isAskedFor, listInstalledVersions } from "@mintwright/solidity-compiler";
import type { SolidityProject } from "./project.ts";

/** Own files that one compiler version compiles together. */
export interface PlannedCompilation {
  version: string;
  ownFiles: readonly string[];
}

/** One compilation if a version satisfies all pragmas, else one for each version that the files need. */
export function planCompilations(project: SolidityProject): PlannedCompilation[] {
  const { ownFiles, closures } = project;
  const installed = listInstalledVersions();
  const together = chooseVersion(project.sources, installed);
  if (isAskedFor(together, project.sources)) return [{ version: together, ownFiles }];
  const byVersion = new Map<string, string[]>();
  for (const name of ownFiles) {
    const version = chooseVersion(pickSources(project, [name]), installed);
    byVersion.set(version, [...(byVersion.get(version) ?? []), name]);
  }
  // Files that an earlier compilation includes anyway are analysed there, in the contracts that inherit from them.
  const done = new Set<string>();
  return [...byVersion]
    .sort(([, left], [, right]) => left.length - right.length)
    .flatMap(([version, names]) => {
      const remaining = names.filter((name) => !done.has(name));
      for (const name of remaining) for (const needed of closures.get(name) ?? []) done.add(needed);
      return remaining.length > 0 ? [{ version, ownFiles: remaining }] : [];
    });
}

/** The sources that some own files need. */
export function pickSources(
  { sources, closures }: SolidityProject,
  names: readonly string[],
): Record<string, string> {
  const needed = new Set(names.flatMap((name) => [...(closures.get(name) ?? [])]));
  return Object.fromEntries(Object.entries(sources).filter(([name]) => needed.has(name)));
}
