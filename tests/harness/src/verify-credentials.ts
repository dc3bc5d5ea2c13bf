import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What c2pa-python says of a file's content credentials. */
export interface VerifiedCredential {
  /** Trusted, Valid, Invalid, or None without credentials. */
  state: string;
  problems: string[];
  manifest?: string;
  action?: string;
  source?: string;
  madeBy?: string;
  ingredients?: string[];
}

/** Verifies the content credentials of files with c2pa-python, given its Python and the certificate to trust. */
export function verifyCredentials(
  python: string,
  anchor: string,
  files: readonly string[],
): Promise<VerifiedCredential[]> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-anchor-"));
  const anchorFile = join(folder, "anchor.pem");
  writeFileSync(anchorFile, anchor);
  const script = fileURLToPath(new URL("../verify-credentials.py", import.meta.url));
  return new Promise<VerifiedCredential[]>((resolve, reject) => {
    const child = execFile(
      python,
      [script, anchorFile],
      { maxBuffer: 64 * 1024 * 1024, timeout: 600_000 },
      (error, output) => {
        if (error) reject(error);
        else
          resolve(
            output
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line) as VerifiedCredential),
          );
      },
    );
    child.stdin?.end(files.join("\n"));
  }).finally(() => rmSync(folder, { recursive: true }));
}
