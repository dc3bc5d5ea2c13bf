import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** A build of the server from a copy of its sources with a patch. */
export interface PatchedServer {
  command: string;
  delete(): void;
}

/** Copies the sources of the server, applies the patch and builds the bundle there. */
export function buildWithBug(patch: string): PatchedServer {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-planted-bug-"));
  const server = join(folder, "apps/server");
  mkdirSync(join(folder, "apps"));
  const isBuilt = (path: string) => path.startsWith(join(repository, "apps/server/dist"));
  cpSync(join(repository, "apps/server"), server, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isBuilt(path),
  });
  for (const name of ["node_modules", "packages"]) symlinkSync(join(repository, name), join(folder, name));
  execFileSync("git", ["apply", patch], { cwd: folder });
  execFileSync(process.execPath, [join(server, "build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
  return {
    command: join(server, "bin/mintwright.js"),
    delete: () => rmSync(folder, { recursive: true }),
  };
}
