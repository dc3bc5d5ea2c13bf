import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

let networkless: Promise<readonly string[]> | undefined;

/** The command that takes the network away, when this system lets a plain user have that; tried once. */
export function withoutNetwork(): Promise<readonly string[]> {
  networkless ??= run("unshare", ["--user", "--map-current-user", "--net", "true"], { timeout: 5_000 }).then(
    () => ["unshare", "--user", "--map-current-user", "--net", "--"],
    () => [],
  );
  return networkless;
}

/** The command that bounds memory, processor time and the size of files, by the shell's own means. */
export function withLimits(bounds: {
  memoryInMb: number;
  seconds: number;
  fileInMb: number;
}): readonly string[] {
  // The limits are the shell's own and inherited; an unknown one must not keep Slither from running.
  const limits = [
    `ulimit -v ${bounds.memoryInMb * 1024}`,
    `ulimit -t ${bounds.seconds}`,
    `ulimit -f ${bounds.fileInMb * 2048}`,
    "ulimit -c 0",
  ];
  return ["/bin/sh", "-c", `${limits.map((limit) => `${limit} 2>/dev/null`).join("; ")}; exec "$@"`, "sh"];
}
