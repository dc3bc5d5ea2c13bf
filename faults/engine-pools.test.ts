import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  type RunningProcess,
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from "@mintwright/test-harness";
import { expect, it, vi } from "vitest";
import { openChat } from "./chat-call.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { chooseSize } from "./proof-size.ts";
import { report } from "./report.ts";

const size = chooseSize({
  short: { processes: 5, warmUpInMs: 6_000, measuredInMs: 8_000, aloneCalls: 16, leastShare: 0.8 },
  full: { processes: 10, warmUpInMs: 20_000, measuredInMs: 60_000, aloneCalls: 112, leastShare: 0.9 },
});
const limit = 4;
const answerInMs = 1_000;

/** Four servers of which one is healthy. */
const steps = {
  healthy: { kind: "answer", delayInMs: answerInMs },
  slow: { kind: "answer", delayInMs: 8 * answerInMs },
  failing: { kind: "refuse", status: 500 },
  dripping: { kind: "drip", everyInMs: 1_000 },
} satisfies Record<string, ScriptedStep>;

type Name = keyof typeof steps;

async function startServers(): Promise<Record<Name, ScriptedModelServer>> {
  const entries = Object.entries(steps).map(async ([name, step]) => {
    const server = await startScriptedModelServer();
    server.follow(step);
    return [name, server] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, ScriptedModelServer>;
}

const configure = (servers: readonly ScriptedModelServer[], more: Record<string, unknown> = {}) => ({
  engines: {
    model: {
      type: "openai",
      servers: servers.map(({ baseUrl }) => ({ baseUrl })),
      model: "scripted",
      maxConcurrent: limit,
      timeoutInMs: 20_000,
      streamTimeoutInMs: 20_000,
      ...more,
    },
  },
});

/** Answers in a millisecond that one process gets from the healthy server alone: its capacity on this machine. */
async function measureAlone(fleet: Fleet, healthy: ScriptedModelServer, key: string): Promise<number> {
  const api = await fleet.start("api", undefined, configure([healthy]));
  const call = () => callEnhancePrompt(api.baseUrl, key, "a fox");
  await call();
  healthy.follow(steps.healthy);
  let left = size.aloneCalls;
  const client = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: 2 * limit }, client));
  // Whole calls from the first to the last: a window of time would cut the calls at its edges.
  const startedAt = Math.min(...healthy.calls.map(({ receivedAt }) => receivedAt));
  const tookInMs = Math.max(...healthy.calls.map(({ endedAt = 0 }) => endedAt)) - startedAt;
  const perMs = healthy.calls.length / tookInMs;
  await api.stop();
  healthy.follow(steps.healthy);
  report(
    `one process and the healthy server alone: ${(1000 * perMs).toFixed(2)} answers a second, ` +
      `${(1000 * limit) / answerInMs} without any cost of calls`,
  );
  return perMs;
}

it.concurrent("keeps one healthy server of four busy from many processes, and no server above its limit", {
  timeout: 240_000,
}, async () => {
  const fleet = await createFleet();
  const servers = await startServers();
  const all = Object.values(servers);
  const { key } = await createTestAccount(fleet.databaseUrl, { credits: 100_000, rate: "none" });
  const capacity = (await measureAlone(fleet, servers.healthy, key)) * size.measuredInMs;
  const apis = await Promise.all(
    Array.from({ length: size.processes }, () => fleet.start("api", undefined, configure(all))),
  );
  const beginsAt = performance.now() + size.warmUpInMs;
  const endsAt = beginsAt + size.measuredInMs;
  const answered: number[] = apis.map(() => 0);
  const failures = new Map<string, number>();

  /** Returns nothing when the call was answered, otherwise what its caller was told. */
  async function call(api: RunningProcess, isStreamed: boolean): Promise<string | undefined> {
    if (!isStreamed) {
      const { status, body } = await callEnhancePrompt(api.baseUrl, key, "a fox");
      return status === 200 ? undefined : body;
    }
    const { status, isWhole, text } = await openChat(api.baseUrl, key).read();
    return status === 200 && isWhole ? undefined : text;
  }

  async function keepCalling(index: number, isStreamed: boolean): Promise<void> {
    const api = apis[index] as RunningProcess;
    while (performance.now() < endsAt) {
      const failure = await call(api, isStreamed);
      const isMeasured = performance.now() >= beginsAt && performance.now() < endsAt;
      if (failure !== undefined) await sleep(100);
      if (!isMeasured) continue;
      if (failure === undefined) answered[index] = (answered[index] ?? 0) + 1;
      else {
        const reason = /The model server[^.]*/.exec(failure)?.[0] ?? "the stream was cut";
        failures.set(reason, (failures.get(reason) ?? 0) + 1);
      }
    }
  }

  await Promise.all(
    apis.flatMap((_, index) => [0, 1, 2].map((client) => keepCalling(index, client % 2 === 0))),
  );
  const inWindow = (at: number | undefined) => at !== undefined && at >= beginsAt && at < endsAt;
  const byHealthy = servers.healthy.calls.filter(({ endedAt, abortedAt }) => !abortedAt && inWindow(endedAt));
  const total = answered.reduce((sum, calls) => sum + calls, 0);
  const most = Object.entries(servers).map(([name, { mostRunning }]) => `${name} ${mostRunning}`);
  const counts = Object.entries(servers).map(([name, { calls }]) => `${name} ${calls.length}`);
  const percent = (calls: number) => `${((100 * calls) / capacity).toFixed(1)}%`;
  report(
    `${apis.length} processes, 4 servers with ${limit} places: ${total} answers in ${size.measuredInMs / 1000} s, ` +
      `${percent(total)} of what the healthy server gives alone (it gave ${percent(byHealthy.length)} itself), ` +
      `${((100 * total * answerInMs) / limit / size.measuredInMs).toFixed(1)}% of its places' time`,
  );
  report(`most calls at once: ${most.join(", ")}; calls: ${counts.join(", ")}`);
  report(
    `answers of each process: ${answered.join(" ")}; failures: ${JSON.stringify(Object.fromEntries(failures))}`,
  );
  await Promise.all(all.map((server) => server.stop()));
  for (const server of all) {
    expect(server.mostRunning).toBeLessThanOrEqual(limit);
    expect(server.refusals).toEqual([]);
  }
  expect(servers.healthy.mostRunning).toBe(limit);
  expect(total).toBeGreaterThanOrEqual(size.leastShare * capacity);
  expect(Math.min(...answered)).toBeGreaterThan((0.3 * total) / apis.length);
  await fleet.close();
});

it.concurrent("keeps the limit while a process is paused longer than its lease with calls under way", {
  timeout: 120_000,
}, async () => {
  const fleet = await createFleet();
  const server = await startScriptedModelServer();
  const { key } = await createTestAccount(fleet.databaseUrl, { credits: 1_000, rate: "none" });
  const settings = configure([server], { maxConcurrent: 2, timeoutInMs: 8_000, streamTimeoutInMs: 8_000 });
  const [paused, other] = await Promise.all([
    fleet.start("api", undefined, settings),
    fleet.start("api", undefined, settings),
  ]);
  // The server works on for longer than the lease; the paused process cannot end its calls.
  const long: ScriptedStep = { kind: "answer", delayInMs: 19_000 };
  server.follow(long, long, { kind: "answer" });
  const lost = [1, 2].map(() => callEnhancePrompt(paused.baseUrl, key, "a fox"));
  await vi.waitFor(() => expect(server.running).toBe(2), { timeout: 5_000, interval: 10 });
  paused.child.kill("SIGSTOP");
  const pausedAt = performance.now();
  const statuses: number[] = [];
  try {
    while (statuses.at(-1) !== 200 && performance.now() - pausedAt < 60_000) {
      const answer = await callEnhancePrompt(other.baseUrl, key, "a crow");
      statuses.push(answer.status);
      if (answer.status !== 200) await sleep(200);
    }
  } finally {
    paused.child.kill("SIGCONT");
  }
  const seconds = (performance.now() - pausedAt) / 1000;
  report(
    `paused process: its places were free again after ${seconds.toFixed(1)} s, most at once ${server.mostRunning}, statuses ${statuses.join(" ")}`,
  );
  expect(statuses.at(-1)).toBe(200);
  expect(server.mostRunning).toBe(2);
  // The process wakes up with the answers before it and its deadlines behind it: which it sees first is open.
  for (const answer of await Promise.all(lost)) expect([200, 503, 504]).toContain(answer.status);
  await vi.waitFor(
    async () => expect((await callEnhancePrompt(paused.baseUrl, key, "an owl")).status).toBe(200),
    { timeout: 15_000, interval: 200 },
  );
  expect(server.mostRunning).toBe(2);
  await server.stop();
  await fleet.close();
});
