import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  type RunningProcess,
  type ScriptedStep,
  type TestAccount,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AccountAmounts, readAmounts, waitUntilNothingHeld } from "./account-amounts.ts";
import { openChat } from "./chat-call.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { inspectable, readLiveMemory, readResidentMemory } from "./live-memory.ts";
import { report } from "./report.ts";

const answerPrice = 50;
const megabyte = 1024 * 1024;

let fleet: Fleet;
let api: RunningProcess;
let account: TestAccount;
let before: AccountAmounts;

beforeAll(async () => {
  fleet = await createFleet();
  api = await fleet.start("api", { timeoutInMs: 2_000, silenceInMs: 1_000 });
  account = await createTestAccount(fleet.databaseUrl, { credits: 1_000, rate: "none" });
});

afterAll(() => fleet?.close());

const read = () => readAmounts(fleet.databaseUrl, account.accountId);

async function ask(step: ScriptedStep, body = {}, headers = {}) {
  before = await read();
  fleet.model.follow(step);
  const answer = await openChat(api.baseUrl, account.key, body, headers).read();
  await waitUntilNothingHeld(fleet.databaseUrl, 5_000);
  return { ...answer, spent: (await read()).spent - before.spent };
}

describe("before the first text, a model server that", () => {
  it.each<[string, ScriptedStep, number, number, number]>([
    ["does not answer", { kind: "hang" }, 504, 1_900, 5_000],
    ["is slow with its first byte", { kind: "answer", delayInMs: 3_000 }, 504, 1_900, 5_000],
    ["begins and says nothing", { kind: "pieces", pieces: [], next: "silence" }, 504, 900, 5_000],
    ["resets the connection", { kind: "reset" }, 503, 0, 5_000],
    ["fails", { kind: "refuse", status: 500 }, 502, 0, 5_000],
    ["refuses", { kind: "refuse", status: 400 }, 502, 0, 3_000],
    ["is busy and says until when", { kind: "refuse", status: 429, retryAfterInSeconds: 7 }, 503, 0, 3_000],
    ["answers a web page", { kind: "raw", body: "<html>", contentType: "text/html" }, 502, 0, 3_000],
    ["sends a malformed event", { kind: "pieces", pieces: [], next: "malformed" }, 502, 0, 3_000],
    ["sends a line of 10 MB", { kind: "pieces", pieces: [], next: "long line" }, 502, 0, 3_000],
    ["ends with nothing", { kind: "pieces", pieces: [] }, 502, 0, 3_000],
  ])("%s is an ordinary error in time, uncharged", async (_fault, step, status, atLeastInMs, atMostInMs) => {
    const answer = await ask(step);
    expect(answer).toMatchObject({ status, isWhole: true, spent: 0 });
    expect(answer.headers["x-credits-charged"]).toBe("0");
    if (status === 503) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.elapsedInMs).toBeGreaterThanOrEqual(atLeastInMs);
    expect(answer.elapsedInMs).toBeLessThan(atMostInMs);
    // A healthy call in between, so that the breaker has no reason to open.
    expect(await ask({ kind: "answer", text: "fine" })).toMatchObject({ text: "fine", spent: answerPrice });
  });
});

describe("in the middle, a model server that", () => {
  it.each<[string, Extract<ScriptedStep, { kind: "pieces" }>["next"] & string]>([
    ["falls silent", "silence"],
    ["resets the connection", "reset"],
    ["sends a malformed event", "malformed"],
    ["sends a line of 10 MB", "long line"],
    ["ends without saying so", "cut"],
  ])("%s cuts the answer off, uncharged", async (_fault, next) => {
    const answer = await ask({ kind: "pieces", pieces: ["Gas ", "is"], next });
    expect(answer).toMatchObject({ status: 200, text: "Gas is", isWhole: false, spent: 0 });
    expect(answer.elapsedInMs).toBeLessThan(5_000);
    const whole = await ask({ kind: "pieces", pieces: ["Gas ", "is"], next }, {}, { accept: "*/*" });
    expect(whole.status).toBeGreaterThanOrEqual(502);
    expect(whole).toMatchObject({ isWhole: true, spent: 0 });
  });
});

describe("a caller that", () => {
  it("leaves ends the model server's work within a second and pays for what it saw", async () => {
    before = await read();
    fleet.model.follow({ kind: "pieces", pieces: Array<string>(200).fill("word "), everyInMs: 50 });
    const { sent, response } = openChat(api.baseUrl, account.key);
    const answer = await response;
    await new Promise((resolve) => answer.once("data", resolve));
    answer.on("error", () => {});
    const leftAt = performance.now();
    sent.destroy();
    await vi.waitFor(() => expect(fleet.model.calls[0]?.abortedAt).toBeDefined(), { timeout: 5_000 });
    const tookInMs = (fleet.model.calls[0]?.abortedAt ?? 0) - leftAt;
    report(`the model server saw the abort after ${tookInMs.toFixed(0)} ms`);
    expect(tookInMs).toBeLessThan(1_000);
    await waitUntilNothingHeld(fleet.databaseUrl, 5_000);
    expect((await read()).spent - before.spent).toBe(answerPrice);
  });

  it("leaves before the first text pays nothing", async () => {
    before = await read();
    fleet.model.follow({ kind: "hang" });
    const { sent } = openChat(api.baseUrl, account.key);
    await vi.waitFor(() => expect(fleet.model.calls).toHaveLength(1), { timeout: 5_000 });
    const leftAt = performance.now();
    sent.destroy();
    await vi.waitFor(() => expect(fleet.model.calls[0]?.abortedAt).toBeDefined(), { timeout: 5_000 });
    expect((fleet.model.calls[0]?.abortedAt ?? 0) - leftAt).toBeLessThan(1_000);
    await waitUntilNothingHeld(fleet.databaseUrl, 5_000);
    expect(await read()).toEqual(before);
  });

  it("reads nothing costs the server less than 1 MB while the model sends 16 MB, alone and among others", {
    timeout: 120_000,
  }, async () => {
    const server = await fleet.start("api", { silenceInMs: 60_000 }, {}, inspectable);
    const open = (callers: number) => {
      fleet.model.follow({ kind: "flood", bytes: 16 * megabyte });
      return Array.from({ length: callers }, () => openChat(server.baseUrl, account.key));
    };
    // What the first ones leave behind (compiled code, pools) is not what more of them cost.
    await Promise.all(open(4).map((call) => call.read()));
    for (const callers of [1, 8]) {
      const [liveAtRest, residentAtRest] = [await readLiveMemory(server), readResidentMemory(server)];
      const calls = open(callers);
      for (const { response } of calls) (await response).pause();
      const sent = await waitUntilModelStops(callers);
      const live = ((await readLiveMemory(server)) - liveAtRest) / callers;
      const resident = (readResidentMemory(server) - residentAtRest) / callers;
      const answers = await Promise.all(calls.map((call) => call.read()));
      const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
      report(
        `${callers} callers that read nothing, each: ${kilobytes(live)} live, ${kilobytes(resident)} resident, after ${kilobytes(sent / callers)}`,
      );
      expect(live).toBeLessThan(megabyte);
      // One caller alone is less than the ups and downs of what the collector keeps for later.
      if (callers > 1) expect(resident).toBeLessThan(megabyte);
      expect(sent / callers).toBeLessThan(16 * megabyte);
      for (const { text, isWhole } of answers) expect([text.length, isWhole]).toEqual([16 * megabyte, true]);
    }
  });
});

/** Waits until back pressure has reached the model server, and returns how many bytes it sent up to then. */
async function waitUntilModelStops(callers: number): Promise<number> {
  const countSent = () => fleet.model.calls.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
  await vi.waitFor(
    async () => {
      const before = countSent();
      await sleep(500);
      expect([fleet.model.calls.length, countSent()]).toEqual([callers, before]);
    },
    { timeout: 20_000 },
  );
  return countSent();
}

describe("engines", () => {
  it("stand in for each other before the first text", async () => {
    const other = await fleet.start("api", {}, { models: { general_assistant: ["dead", "model"] } });
    fleet.model.follow({ kind: "answer", text: "from the second" });
    const answer = await openChat(other.baseUrl, account.key).read();
    expect(answer).toMatchObject({ status: 200, text: "from the second", isWhole: true });
  });

  it("take no more answers at once than they are said to, streams included", async () => {
    const other = await fleet.start("api", { maxConcurrent: 1 });
    // Three seconds: all four must have come before the first one ends.
    fleet.model.follow({ kind: "pieces", pieces: ["a ", "b ", "c ", "d"], everyInMs: 1_000 });
    const calls = Array.from({ length: 4 }, () => openChat(other.baseUrl, account.key).read());
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503]);
    expect(answers.filter(({ isWhole }) => isWhole)).toHaveLength(4);
  });
});
