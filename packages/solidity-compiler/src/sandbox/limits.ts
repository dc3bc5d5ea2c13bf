import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const networkless = ["unshare", "--user", "--map-current-user", "--net", "--"] as const;

let attempt: Promise<boolean> | undefined;

/** Checks once whether an unprivileged user can start a program without network access on this system. */
export function canCutNetwork(): Promise<boolean> {
  const [file, ...args] = networkless;
  attempt ??= run(file, [...args, "true"], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  return attempt;
}

/** The command prefix that removes network access, if the system supports it. */
export async function withoutNetwork(): Promise<readonly string[]> {
  return (await canCutNetwork()) ? networkless : [];
}

/** The command prefix that limits memory, CPU time and file sizes with `ulimit`. */
export function withLimits(bounds: {
  memoryInMb: number;
  seconds: number;
  fileInMb: number;
}): readonly string[] {
  // Child processes inherit these limits. A limit that the shell does not know must not prevent Slither from running.
  const limits = [
    `ulimit -v ${bounds.memoryInMb * 1024}`,
    `ulimit -t ${bounds.seconds}`,
    `ulimit -f ${bounds.fileInMb * 2048}`,
    "ulimit -c 0",
  ];
  return ["/bin/sh", "-c", `${limits.map((limit) => `${limit} 2>/dev/null`).join("; ")}; exec "$@"`, "sh"];
}
