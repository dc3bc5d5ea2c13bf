import { execFile } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "./postgres-server.ts";
import { findFreePort } from "./running-process.ts";
import { chooseUser } from "./server-user.ts";

const execute = promisify(execFile);

/** A standby that streams from a primary. */
export interface PostgresStandby {
  /** The URL of the maintenance database, read-only. */
  url: string;
  stop(): Promise<void>;
}

/** Copies a primary with pg_basebackup and starts the copy as its standby, under this application name. */
export async function startStandby(primaryUrl: string, name: string): Promise<PostgresStandby> {
  const user = chooseUser();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-standby-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const port = await findFreePort();
  const run = (program: string, args: string[]) =>
    execute(join(findBinaries(), program), args, { ...user, cwd: folder });
  const { hostname, port: primaryPort } = new URL(primaryUrl);
  const source = `host=${hostname} port=${primaryPort} user=postgres application_name=${name}`;
  await run("pg_basebackup", ["-D", data, "-d", source, "-R", "--checkpoint=fast", "--wal-method=stream"]);
  // A standby must allow as many connections as its primary.
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=300`;
  await run("pg_ctl", ["-D", data, "-o", flags, "-l", join(folder, "log"), "-w", "start"]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
