import { strToU8, zipSync } from "fflate";

/** Zips files and encodes the archive as a request for an audit takes it. */
export function zipProject(files: Record<string, string>): string {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries))).toString("base64");
}
