import { setTimeout as sleep } from "node:timers/promises";
import type { PatroniCluster, PatroniNode } from "@mintwright/test-harness";

const kinds = ["kill -9", "switchover", "SIGSTOP", "etcd stopped", "cut from etcd"] as const;

export type FailoverFault = (typeof kinds)[number];

/** Lists so many faults, each kind as often as the others, in an order that the seed decides. */
export function planFaults(count: number, seed: number): FailoverFault[] {
  const faults = Array.from({ length: count }, (_, index) => kinds[index % kinds.length] as FailoverFault);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let last = faults.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [faults[last], faults[other]] = [faults[other] as FailoverFault, faults[last] as FailoverFault];
  }
  return faults;
}

/** Breaks the primary, calls `whenBack` when there is a primary again, and repairs what it broke. */
export async function breakPrimary(
  cluster: PatroniCluster,
  fault: FailoverFault,
  { losesSeconds, whenBack }: { losesSeconds: number; whenBack(): Promise<void> },
): Promise<void> {
  const primary = await cluster.untilHealthy();
  // A standby that is behind: what is committed from here on is not on it.
  if (losesSeconds > 0 && (fault === "kill -9" || fault === "SIGSTOP")) {
    primary.replication.close();
    await sleep(losesSeconds * 1_000);
  }
  switch (fault) {
    case "kill -9":
      await primary.signal("SIGKILL");
      await untilPrimary(cluster, (node) => node !== primary);
      await whenBack();
      primary.replication.open();
      primary.start();
      break;
    case "switchover":
      await cluster.switchOver();
      await untilPrimary(cluster, (node) => node !== primary);
      await whenBack();
      break;
    case "SIGSTOP":
      await primary.signal("SIGSTOP");
      await untilPrimary(cluster, (node) => node !== primary);
      await whenBack();
      primary.replication.open();
      await primary.signal("SIGCONT");
      break;
    case "etcd stopped":
      await cluster.stopEtcd();
      while (await cluster.findPrimary()) await sleep(100);
      await sleep(2_000);
      cluster.startEtcd();
      await untilPrimary(cluster, () => true);
      await whenBack();
      break;
    case "cut from etcd":
      primary.etcd.close();
      await untilPrimary(cluster, (node) => node !== primary);
      await whenBack();
      primary.etcd.open();
  }
  await cluster.untilHealthy();
}

async function untilPrimary(
  cluster: PatroniCluster,
  isExpected: (node: PatroniNode) => boolean,
): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const node = await cluster.findPrimary();
    if (node && isExpected(node)) return;
    if (performance.now() > giveUpAt) throw new Error("no node became the primary");
    await sleep(50);
  }
}
