import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findBinaries } from "./postgres-server.ts";
import { findFreePort } from "./running-process.ts";
import { chooseUser } from "./server-user.ts";
import { startTcpGate, type TcpGate } from "./tcp-gate.ts";

/** How quickly Patroni notices, in seconds. */
export interface PatroniTimes {
  ttl: number;
  loop_wait: number;
  retry_timeout: number;
}

/** One PostgreSQL server and the Patroni process that manages it. */
export interface PatroniNode {
  name: string;
  port: number;
  /** Patroni's REST API. */
  apiPort: number;
  /** Its way to etcd, which can be closed. */
  etcd: TcpGate;
  /** The way of its standby to it, which can be closed. */
  replication: TcpGate;
  start(): void;
  /** Kills Patroni alone and starts it again. PostgreSQL keeps running. */
  restartPatroni(): Promise<void>;
  /** Sends a signal to Patroni and to every PostgreSQL process of this node. */
  signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** Asks Patroni's REST API; undefined when it does not answer within 2 s. */
  ask(path: string, body?: object): Promise<{ status: number; text: string } | undefined>;
}

export interface PatroniNodeOptions {
  patroni: string;
  folder: string;
  name: string;
  etcdPort: number;
  isSynchronous: boolean;
  times: PatroniTimes;
}

/** Sends SIGKILL and waits for the end, also when it has ended already. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Prepares a node; the first one to start creates the cluster, the other copies it. */
export async function preparePatroniNode(options: PatroniNodeOptions): Promise<PatroniNode> {
  const { name, etcdPort } = options;
  const user = chooseUser();
  const folder = join(options.folder, name);
  mkdirSync(folder);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const [port, apiPort] = [await findFreePort(), await findFreePort()];
  const [etcd, replication] = [await startTcpGate(etcdPort), await startTcpGate(port)];
  const config = join(folder, "patroni.json");
  writeFileSync(
    config,
    JSON.stringify(
      describeNode(options, {
        folder,
        port,
        apiPort,
        etcdPort: etcd.port,
        replicationPort: replication.port,
      }),
    ),
  );
  const log = createWriteStream(join(folder, "patroni.log"), { flags: "a" });
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    const started = spawn(options.patroni, [config], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.stdout.pipe(log, { end: false });
    started.stderr.pipe(log, { end: false });
    // Patroni ends itself when it cannot create the cluster; a service manager starts it again.
    started.once("exit", (code) => {
      if (code === null) return;
      const lastLines = readFileSync(join(folder, "patroni.log"), "utf8").split("\n").slice(-10).join("\n");
      process.stderr.write(`\nPatroni of ${name} ended with ${code}, starting it again:\n${lastLines}\n`);
      restart = setTimeout(start, 1_000);
    });
    child = started;
  }

  async function kill(): Promise<void> {
    if (child) await killProcess(child);
    // Afterwards: it may have ended by itself just before the signal.
    clearTimeout(restart);
  }

  return {
    name,
    port,
    apiPort,
    etcd,
    replication,
    start,
    async restartPatroni() {
      await kill();
      start();
    },
    async signal(signal) {
      if (signal === "SIGKILL") await kill();
      // Patroni before PostgreSQL, which it would start again.
      for (const pid of [child?.pid, ...listPostgres(join(folder, "data"))])
        try {
          if (pid) process.kill(pid, signal);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
        }
    },
    async ask(path, body) {
      try {
        const response = await fetch(`http://127.0.0.1:${apiPort}${path}`, {
          method: body ? "POST" : "GET",
          ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
          signal: AbortSignal.timeout(body ? 60_000 : 2_000),
        });
        return { status: response.status, text: await response.text() };
      } catch {
        return undefined;
      }
    },
  };
}

function describeNode(
  { name, isSynchronous, times }: PatroniNodeOptions,
  {
    folder,
    port,
    apiPort,
    etcdPort,
    replicationPort,
  }: Record<"port" | "apiPort" | "etcdPort" | "replicationPort", number> & {
    folder: string;
  },
) {
  const address = (of: number) => `127.0.0.1:${of}`;
  return {
    scope: "mintwright",
    name,
    restapi: { listen: address(apiPort), connect_address: address(apiPort) },
    // Without use_proxies Patroni would ask etcd for its address and go around the gate.
    etcd3: { hosts: [address(etcdPort)], use_proxies: true },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: isSynchronous,
        // Far above what a node can lag here: an asynchronous standby is promoted in any case.
        maximum_lag_on_failover: 1_000_000_000,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 200, wal_keep_size: "512MB", wal_log_hints: "on" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, { auth: "trust" }],
      pg_hba: [
        "host all all 127.0.0.1/32 trust",
        "host replication all 127.0.0.1/32 trust",
        "local all all trust",
      ],
    },
    postgresql: {
      listen: address(port),
      connect_address: address(replicationPort),
      data_dir: join(folder, "data"),
      bin_dir: findBinaries(),
      pgpass: join(folder, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: "postgres" },
        replication: { username: "replicator", password: "replicator" },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

/** Lists the PostgreSQL processes of a data folder: the postmaster and its children. */
function listPostgres(data: string): number[] {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return [];
  const postmaster = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const children = readdirSync("/proc").filter((entry) => {
    try {
      // The fourth field of stat, after the name in brackets, is the parent.
      const stat = /^\d+$/.test(entry) ? readFileSync(`/proc/${entry}/stat`, "utf8") : "";
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === postmaster;
    } catch {
      return false;
    }
  });
  return [postmaster, ...children.map(Number)];
}
