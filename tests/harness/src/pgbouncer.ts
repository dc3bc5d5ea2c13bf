import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { findFreePort } from "./running-process.ts";
import { chooseUser } from "./server-user.ts";

const deployedFile = fileURLToPath(new URL("../../../deploy/pgbouncer/pgbouncer.ini", import.meta.url));

/** PgBouncer in transaction mode in front of every database of one PostgreSQL server. */
export interface PgBouncer {
  /** The same database through PgBouncer. */
  route(databaseUrl: string): string;
  /** Runs a command of its admin console, such as `show pools`. */
  ask<Row>(command: string): Promise<Row[]>;
  /** Its log lines so far. */
  log: string[];
  stop(): Promise<void>;
}

/** Starts PgBouncer with the configuration of deploy/pgbouncer and this many server connections for each database and user. */
export async function startPgBouncer(
  program: string,
  serverUrl: string,
  serverConnections: number,
): Promise<PgBouncer> {
  const user = chooseUser();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-pgbouncer-"));
  const port = await findFreePort();
  const server = new URL(serverUrl);
  const configFile = join(folder, "pgbouncer.ini");
  writeFileSync(
    configFile,
    readFileSync(deployedFile, "utf8")
      .replace(
        /^mintwright = .*$/m,
        `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      )
      .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
      .replace(/^auth_type = .*$/m, "auth_type = any")
      .replace(/^auth_file = .*$/m, "admin_users = pgbouncer")
      .replace(/^default_pool_size = .*$/m, `default_pool_size = ${serverConnections}`),
  );
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const child = spawn(program, [configFile], { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  const log: string[] = [];
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => log.push(...text.split("\n").filter(Boolean)));

  async function ask<Row>(command: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: `postgres://pgbouncer@127.0.0.1:${port}/pgbouncer`,
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(command)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  for (const deadline = performance.now() + 10_000; ; await sleep(20)) {
    const isReady = await ask("show version").then(
      () => true,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`PgBouncer does not answer:\n${log.join("\n")}`);
    }
  }
  return {
    route(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    ask,
    log,
    async stop() {
      child.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
      await exited;
    },
  };
}
