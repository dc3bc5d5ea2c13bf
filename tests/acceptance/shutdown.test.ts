import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  type RunningProcess,
  startProcess,
  type TestAccount,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { enhancePrompt, getCredits } from "./call-api.ts";
import { openSocket, readUntilClosed } from "./raw-http.ts";
import { answerOnRelease, hang, type ScriptedEngine, startScriptedEngine } from "./scripted-engine.ts";

/** Longer than the calls take that must finish. */
const shutdownTimeoutInMs = 8_000;

let engine: ScriptedEngine;
let database: TestDatabase;
let witness: RunningProcess;
let account: TestAccount;
let api: RunningProcess;

beforeAll(async () => {
  engine = await startScriptedEngine();
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  witness = await startProcess("api", { DATABASE_URL: database.url });
});

beforeEach(async () => {
  account = await createTestAccount(database.url, { credits: 1 });
  api = await startProcess("api", {
    DATABASE_URL: database.url,
    MINTWRIGHT_CONFIG: engine.configFile,
    SHUTDOWN_TIMEOUT_MS: String(shutdownTimeoutInMs),
  });
});

afterEach(() => api?.kill());

afterAll(async () => {
  await witness?.stop();
  await engine?.stop();
  await assertLedgerAddsUp(database.url);
  await database.drop();
});

/** The line that the process logs when it takes a signal as the first one. */
const findFirstSignal = () => api.log.find((line) => line.includes('"signal received, shutting down"'));

async function isListening(): Promise<boolean> {
  const { hostname, port } = new URL(api.baseUrl);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

it("on SIGTERM finishes what it has begun, refuses new connections, and exits with 0", async () => {
  const { script, release } = answerOnRelease("finished in time");
  engine.script = script;
  const arrived = engine.nextRequest();
  const call = enhancePrompt(api, account.key, { headers: { connection: "close" } });
  await arrived;
  const exit = api.stop();
  await expect.poll(isListening, { interval: 20 }).toBe(false);
  expect(api.child.exitCode).toBeNull();
  release();
  const answer = await call;
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ enhancedPrompt: "finished in time" });
  expect(answer.headers.get("x-credits-charged")).toBe("0.5");
  expect(await exit).toBe(0);
  const spent = { balance: 0.5, held: 0, spent: 0.5, granted: 1 };
  expect(await getCredits(witness, account.key)).toEqual(spent);
});

it("on SIGTERM closes the connection of a client that keeps it open, once its request is answered", async () => {
  const { script, release } = answerOnRelease("finished in time");
  engine.script = script;
  const arrived = engine.nextRequest();
  const call = enhancePrompt(api, account.key);
  await arrived;
  const exit = api.stop();
  await expect.poll(isListening, { interval: 20 }).toBe(false);
  release();
  expect((await call).status).toBe(200);
  // When the process waits for a kept connection, its deadline ends it with 1.
  expect(await exit).toBe(0);
});

it("on SIGTERM does not wait for connections that are only kept open", async () => {
  const socket = await openSocket(api.baseUrl);
  socket.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "data");
  const closed = readUntilClosed(socket);
  expect(await api.stop()).toBe(0);
  await closed;
});

it("exits within SHUTDOWN_TIMEOUT_MS when an engine hangs, and leaves nothing charged", async () => {
  engine.script = hang;
  const arrived = engine.nextRequest();
  const call = enhancePrompt(api, account.key).catch(() => "cut off");
  await arrived;
  const startedAt = performance.now();
  expect(await api.stop()).toBe(1);
  const elapsedInMs = performance.now() - startedAt;
  expect(elapsedInMs).toBeGreaterThan(shutdownTimeoutInMs - 100);
  expect(elapsedInMs).toBeLessThan(shutdownTimeoutInMs + 3_000);
  expect(await call).toBe("cut off");
  const { spent, held, balance } = await getCredits(witness, account.key);
  expect(spent).toBe(0);
  expect(held + balance).toBe(1);
  await expect.poll(() => api.log.join("\n")).toContain("shutdown timed out, exiting now");
});

it("treats two signals at once as one", async () => {
  const { script, release } = answerOnRelease("finished in time");
  engine.script = script;
  const arrived = engine.nextRequest();
  const call = enhancePrompt(api, account.key, { headers: { connection: "close" } });
  await arrived;
  const exit = once(api.child, "exit");
  api.child.kill("SIGINT");
  // Within a second: a later signal ends the process at once.
  api.child.kill("SIGTERM");
  await expect.poll(isListening, { interval: 20 }).toBe(false);
  release();
  expect((await call).status).toBe(200);
  expect(await exit).toEqual([0, null]);
});

it("exits at once when a second signal follows", async () => {
  engine.script = hang;
  const arrived = engine.nextRequest();
  const call = enhancePrompt(api, account.key).catch(() => "cut off");
  await arrived;
  const exit = api.stop();
  // The process counts the second from the moment that it handles the first signal.
  await expect.poll(findFirstSignal).toBeDefined();
  await sleep(1_100);
  api.child.kill("SIGTERM");
  expect(await exit).toBe(1);
  expect(await call).toBe("cut off");
  await expect.poll(() => api.log.join("\n")).toContain("second signal received, exiting now");
});

it.each(["SIGTERM", "SIGINT"] as const)("stops a worker in order on %s", async (signal) => {
  const worker = await startProcess("worker", { DATABASE_URL: database.url });
  expect((await fetch(worker.metricsUrl)).status).toBe(200);
  const exit = once(worker.child, "exit");
  worker.child.kill(signal);
  expect(await exit).toEqual([0, null]);
});
