import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const networkless = ["unshare", "--user", "--map-current-user", "--net", "--"] as const;

let attempt: Promise<boolean> | undefined;

/** Tells whether this system lets a plain user start a program without network; tried once. */
export function canCutNetwork(): Promise<boolean> {
  const [file, ...args] = networkless;
  attempt ??= run(file, [...args, "true"], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  return attempt;
}

/** The command that takes the network away, where the system allows it. */
export async function withoutNetwork(): Promise<readonly string[]> {
  return (await canCutNetwork()) ? networkless : [];
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
