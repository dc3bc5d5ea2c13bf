import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./modern/", import.meta.url);
const legacyFolder = new URL("./legacy/", import.meta.url);

/** A contract with one planted vulnerability, and the fixed version. */
export interface CorpusPair {
  name: string;
  planted: string;
  fixed: string;
}

export function readCorpus(): CorpusPair[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".planted.sol"))
    .sort()
    .map((file) => ({
      name: file.replace(".planted.sol", ""),
      planted: readFileSync(new URL(file, folder), "utf8"),
      fixed: readFileSync(new URL(file.replace(".planted.", ".fixed."), folder), "utf8"),
    }));
}

/** Reads every contract of the corpus that has no fixed version. */
export function readLegacyCorpus(): Omit<CorpusPair, "fixed">[] {
  return readdirSync(legacyFolder)
    .filter((file) => file.endsWith(".sol"))
    .sort()
    .map((file) => ({
      name: file.replace(".sol", ""),
      planted: readFileSync(new URL(file, legacyFolder), "utf8"),
    }));
}

/** Finds the marked line and the category of the planted vulnerability. */
export function readMark(planted: string): { line: number; category: string } {
  const lines = planted.split("\n");
  const at = lines.findIndex((line) => line.includes("// planted: "));
  return { line: at + 1, category: lines[at]?.split("// planted: ")[1]?.trim() ?? "" };
}
