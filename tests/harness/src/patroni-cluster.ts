import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { killProcess, type PatroniNode, type PatroniTimes, preparePatroniNode } from "./patroni-node.ts";
import { findFreePort } from "./running-process.ts";

const haproxyConfig = fileURLToPath(new URL("../../../deploy/haproxy/postgres.cfg", import.meta.url));

/**
 * A paused primary that wakes up writes its state to etcd once more. Patroni 3.0 on the new primary then fails for ever to name
 * a synchronous standby ("Synchronous replication key updated by someone else"), until it is started again.
 */
const restartPatroniAfterInMs = 60_000;
const startTimeoutInMs = 180_000;

/** The programs that a cluster needs. */
export interface ClusterTools {
  patroni: string;
  etcd: string;
  haproxy: string;
}

/** Two PostgreSQL nodes with Patroni and etcd, and HAProxy in front, which routes to the primary. */
export interface PatroniCluster {
  /** The URL of the maintenance database through HAProxy, as a superuser. */
  url: string;
  nodes: [PatroniNode, PatroniNode];
  /** Finds the node that Patroni says is the primary and allowed to write. */
  findPrimary(): Promise<PatroniNode | undefined>;
  /** Waits until there is a primary with a streaming standby, synchronous where that was asked for. */
  untilHealthy(timeoutInMs?: number): Promise<PatroniNode>;
  switchOver(): Promise<void>;
  stopEtcd(): Promise<void>;
  startEtcd(): void;
  stop(): Promise<void>;
}

/** Starts the cluster and waits until its standby streams. */
export async function startPatroniCluster(
  tools: ClusterTools,
  { isSynchronous, times }: { isSynchronous: boolean; times: PatroniTimes },
): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-patroni-"));
  chmodSync(folder, 0o755);
  const [etcdPort, peerPort, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const etcdLog = join(folder, "etcd.log");
  const spawnEtcd = () => {
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    return spawn(
      tools.etcd,
      [
        ...[
          "--data-dir",
          join(folder, "etcd"),
          "--listen-client-urls",
          client,
          "--advertise-client-urls",
          client,
        ],
        ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
        ...["--initial-cluster", `default=${peer}`, "--log-level", "error"],
      ],
      { stdio: ["ignore", "ignore", openSync(etcdLog, "a")] },
    );
  };
  let etcd: ChildProcess = spawnEtcd();
  const prepare = (name: string) =>
    preparePatroniNode({ patroni: tools.patroni, folder, name, etcdPort, isSynchronous, times });
  const nodes: [PatroniNode, PatroniNode] = [await prepare("node-1"), await prepare("node-2")];
  const haproxy = spawn(tools.haproxy, ["-db", "-f", haproxyConfig], {
    env: {
      POSTGRES_BIND: `127.0.0.1:${proxyPort}`,
      POSTGRES_1: `127.0.0.1:${nodes[0].port}`,
      POSTGRES_2: `127.0.0.1:${nodes[1].port}`,
      PATRONI_PORT_1: String(nodes[0].apiPort),
      PATRONI_PORT_2: String(nodes[1].apiPort),
    },
    stdio: "ignore",
  });

  /** The last lines that a node wrote about itself, without the errors of its clients. */
  const readLog = ({ name }: PatroniNode) =>
    readFileSync(join(folder, name, "patroni.log"), "utf8")
      .split("\n")
      .filter(
        (line) =>
          /^\d{4}-/.test(line) && !/the database system is|STATEMENT:|CONTEXT:|ERROR: {2}cancel/.test(line),
      )
      .slice(-60)
      .join("\n");

  async function findPrimary(): Promise<PatroniNode | undefined> {
    for (const node of nodes) if ((await node.ask("/primary"))?.status === 200) return node;
    return undefined;
  }

  async function untilHealthy(timeoutInMs = 300_000): Promise<PatroniNode> {
    const deadline = performance.now() + timeoutInMs;
    let restartAt = performance.now() + restartPatroniAfterInMs;
    for (;;) {
      const primary = await findPrimary();
      const standby = nodes.find((node) => node !== primary);
      const role = isSynchronous ? "/synchronous" : "/replica";
      if (primary && (await standby?.ask(role))?.status === 200 && (await streams(primary))) return primary;
      if (primary && performance.now() > restartAt) {
        restartAt = performance.now() + restartPatroniAfterInMs;
        process.stderr.write(`\nPatroni of ${primary.name} does not name its standby, starting it again\n`);
        await primary.restartPatroni();
      }
      if (performance.now() > deadline)
        throw new Error(`the cluster has no primary with a standby:\n${nodes.map(readLog).join("\n")}`);
      await sleep(200);
    }
  }

  async function streams(primary: PatroniNode): Promise<boolean> {
    const { text } = (await primary.ask("/patroni")) ?? { text: "{}" };
    const { replication = [] } = JSON.parse(text) as {
      replication?: { state: string; sync_state: string }[];
    };
    return replication.some(
      ({ state, sync_state }) => state === "streaming" && (!isSynchronous || sync_state === "sync"),
    );
  }

  nodes[0].start();
  const cluster: PatroniCluster = {
    url: `postgres://postgres@127.0.0.1:${proxyPort}/postgres`,
    nodes,
    findPrimary,
    untilHealthy,
    async switchOver() {
      const primary = await untilHealthy();
      const candidate = nodes.find((node) => node !== primary);
      const answer = await primary.ask("/switchover", { leader: primary.name, candidate: candidate?.name });
      if (answer?.status !== 200) throw new Error(`switchover failed: ${answer?.text ?? "no answer"}`);
    },
    stopEtcd: () => killProcess(etcd),
    startEtcd() {
      etcd = spawnEtcd();
    },
    async stop() {
      for (const node of nodes) {
        await node.signal("SIGKILL");
        node.etcd.stop();
        node.replication.stop();
      }
      await killProcess(haproxy);
      await killProcess(etcd);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const deadline = performance.now() + startTimeoutInMs; !(await findPrimary()); await sleep(200)) {
      if (haproxy.exitCode !== null) throw new Error("HAProxy refuses its configuration");
      if (etcd.exitCode !== null) throw new Error(`etcd ended:\n${readFileSync(etcdLog, "utf8")}`);
      if (performance.now() > deadline)
        throw new Error(`no node became the first primary:\n${readLog(nodes[0])}`);
    }
    nodes[1].start();
    await untilHealthy();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}
