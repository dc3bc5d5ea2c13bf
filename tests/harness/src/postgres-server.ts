import { execFile, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startProcessPooler } from "./process-pooler.ts";
import { findFreePort } from "./running-process.ts";
import { chooseUser } from "./server-user.ts";

const execute = promisify(execFile);

/** A PostgreSQL server for one test run. */
export interface PostgresServer {
  /** The URL of the maintenance database, as a superuser. */
  url: string;
  /** Stops it without a checkpoint, like a power cut, and starts it again after a pause (default: 0 ms). */
  restart(pauseInMs?: number): Promise<void>;
  /** A folder that its user may write to. */
  folder: string;
  /** Stops it like a power cut and starts it at the same address on another data folder. */
  startOn(data: string): Promise<void>;
  stop(): void;
}

export function findBinaries(): string {
  const folders = [
    process.env.POSTGRES_BIN,
    ...(existsSync("/usr/lib/postgresql")
      ? readdirSync("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`)
      : []),
    spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim(),
  ];
  const folder = folders.find((candidate) => candidate && existsSync(join(candidate, "initdb")));
  if (!folder)
    throw new Error("PostgreSQL is not installed. Install it, or set TEST_DATABASE_URL or POSTGRES_BIN.");
  return folder;
}

/** Starts PostgreSQL on a free port, with durable commits as in production. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const binaries = findBinaries();
  const user = chooseUser();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  let data = join(folder, "data");
  const port = await findFreePort();
  const run = (program: string, args: string[]) => {
    const result = spawnSync(join(binaries, program), args, {
      ...user,
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr || result.stdout}`);
  };
  run("initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "--auth=trust",
    "--no-instructions",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ]);
  const options = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    max_connections: "300",
    ...settings,
  };
  const flags = [`-p ${port}`, ...Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)].join(
    " ",
  );
  const start = () => ["-D", data, "-o", flags, "-l", join(folder, "log"), "-w", "start"];
  const stop = () => ["-D", data, "-m", "immediate", "-w", "stop"];
  const control = (args: string[]) => execute(join(binaries, "pg_ctl"), args, { ...user, cwd: folder });
  run("pg_ctl", start());
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const pooler = await startProcessPooler(url);
  return {
    url,
    folder,
    async restart(pauseInMs = 0) {
      await control(stop());
      await sleep(pauseInMs);
      await control(start());
    },
    async startOn(other) {
      await control(stop());
      data = other;
      await control(start());
    },
    stop() {
      void pooler?.stop();
      run("pg_ctl", stop());
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
