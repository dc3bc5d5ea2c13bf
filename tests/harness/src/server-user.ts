import { execFileSync } from "node:child_process";

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as the user that the package created. */
export function chooseUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
