import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

const ticksPerSecond = 100;

/** Reads the CPU time, in milliseconds, of processes, of everything they started, and of a database server. */
export async function startCpuClock(databaseUrl: string, processIds: number[]): Promise<() => number> {
  const postmaster = await findPostmaster(databaseUrl);
  return () => readCpuTime([postmaster, ...processIds]);
}

/** Finds the first process of a database server on this machine. */
export async function findPostmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const postmaster = readProcesses().find(({ id }) => id === rows[0]?.pid)?.parentId;
  await client.end();
  if (postmaster === undefined) throw new Error("the database server does not run on this machine");
  return postmaster;
}

/** The CPU time, in milliseconds, of processes and of everything they started. */
export function readCpuTime(roots: number[]): number {
  return readTree(roots).reduce((sum, { ticks }) => sum + ticks, 0) * (1000 / ticksPerSecond);
}

/** The memory, in bytes, of processes and of everything they started. Shared pages count once (PSS). */
export function readMemory(roots: number[]): number {
  return readTree(roots).reduce((sum, { id }) => {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024;
  }, 0);
}

/** The ids of processes and of everything they started. */
export function findTree(roots: number[]): number[] {
  return readTree(roots).map(({ id }) => id);
}

function readTree(roots: number[]) {
  const processes = readProcesses();
  const counted = new Set(roots);
  for (let before = -1; before !== counted.size; ) {
    before = counted.size;
    for (const { id, parentId } of processes) if (counted.has(parentId)) counted.add(id);
  }
  return processes.filter(({ id }) => counted.has(id));
}

/** Ticks include those of children that have ended, so that a backend that disconnects is not lost. */
function readProcesses(): { id: number; parentId: number; ticks: number }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    let stat: string;
    try {
      stat = readFileSync(`/proc/${name}/stat`, "utf8");
    } catch {
      return [];
    }
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ id: Number(name), parentId: Number(fields[1]), ticks }];
  });
}
