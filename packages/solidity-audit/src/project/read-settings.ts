import { parse } from "smol-toml";
import { z } from "zod";
import type { ProjectFiles } from "./project-files.ts";

export interface ProjectSettings {
  kind: "foundry" | "hardhat" | "plain";
  /** The folder of the project's own contracts; empty for the whole project. */
  sources: string;
  /** Folders of Foundry's dependencies. */
  libraries: readonly string[];
  remappings: readonly string[];
}

const profile = z.object({
  src: z.string().optional(),
  libs: z.array(z.string()).optional(),
  remappings: z.array(z.string()).optional(),
});
const foundrySchema = z.object({ profile: z.object({ default: profile }) });

/** Reads where a project keeps its contracts and dependencies. Settings that are code are read as text, never run. */
export function readSettings(files: ProjectFiles): ProjectSettings {
  const remappings = readLines(files.read("remappings.txt"));
  const foundry = files.read("foundry.toml");
  if (foundry !== undefined) {
    const { src = "src", libs = ["lib"], remappings: more = [] } = readProfile(foundry);
    return {
      kind: "foundry",
      sources: existing(files, src, "contracts"),
      libraries: libs.map(trim),
      remappings: [...remappings, ...more],
    };
  }
  const hardhat = files.names.find((name) => /^hardhat\.config\.[cm]?[jt]s$/.test(name));
  if (hardhat) {
    const [, sources = "contracts"] =
      /\bsources:\s*["'`]([\w./-]{1,200})["'`]/.exec(files.read(hardhat) ?? "") ?? [];
    return { kind: "hardhat", sources: existing(files, sources), libraries: ["lib"], remappings };
  }
  return { kind: "plain", sources: "", libraries: ["lib"], remappings };
}

function readProfile(text: string): z.infer<typeof profile> {
  try {
    return foundrySchema.safeParse(parse(text)).data?.profile.default ?? {};
  } catch {
    // A file that is not TOML has no settings; Foundry's defaults apply.
    return {};
  }
}

function existing(files: ProjectFiles, ...folders: string[]): string {
  return folders.map(trim).find((folder) => files.hasFolder(folder)) ?? "";
}

function trim(folder: string): string {
  return folder.replace(/^\.\//, "").replace(/\/$/, "");
}

function readLines(text = ""): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.includes("=") && !line.startsWith("#"));
}
