import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A digest of the detectors' own code: kept findings are forgotten by themselves when a detector changes. */
export function fingerprintDetectors(): string {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((file) => /\.(ts|js)$/.test(file) && !/\.d\.ts$|test/.test(file)).sort()) {
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(new URL(name, import.meta.url)));
  }
  return hash.digest("hex");
}
