import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readConfig } from "../config/index.ts";
import { createOwnPlaces } from "../engines/pool/index.ts";
import { createDirectoryStore } from "../engines/storage/index.ts";
import { createKeyedAccount } from "../features/__fixtures__/index.ts";
import { createAdmissionService } from "../features/admission/index.ts";
import { getAccountCredits } from "../features/credits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { buildChatEngines, getEngineFor } from "./build-engines.ts";
import { composePlatform } from "./compose-platform.ts";
import { listJobs, startWork } from "./compose-worker.ts";
import { createReadinessCheck } from "./readiness.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

describe("a worker", () => {
  it("gives back what a dead process held, has its schedules set, and leaves nothing behind", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 100 });
    const dead = createAdmissionService({
      database: clone.database,
      processId: randomUUID(),
      metrics: createMetrics(),
    });
    await dead.admit({ key, price: 60, operation: "test", requestId: "r", deadlineInMs: 60_000 });
    const config = readConfig({ DATABASE_URL: clone.url, LOG_LEVEL: "silent" });
    const platform = await composePlatform(config, "worker");
    const work = await startWork(config, platform);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= work.stop().then(() => platform.stop());
      return stopped;
    };
    // Also when an assertion fails: a worker that goes on would fail the tests after this one.
    onTestFinished(stop);
    // As if it had reached the database for longer than a failover takes.
    await clone.query("update process set in_touch_since = now() - interval '1 hour'");
    await vi.waitFor(
      async () =>
        expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ balance: 100, held: 0 }),
      { timeout: 10_000 },
    );
    expect(await clone.query("select name, cron from pgboss.schedule order by name")).toEqual([
      { name: "check-ledger", cron: "47 * * * *" },
      { name: "collect-owed-credits", cron: "* * * * *" },
      { name: "create-day-partitions", cron: "13 */6 * * *" },
      { name: "create-month-partitions", cron: "17 3 * * *" },
      { name: "delete-abandoned-places", cron: "*/15 * * * *" },
      { name: "delete-expired-admissions", cron: "*/10 * * * *" },
      { name: "delete-expired-library-items", cron: "7 * * * *" },
      { name: "delete-expired-sign-ins", cron: "*/15 * * * *" },
      { name: "delete-old-audit-entries", cron: "25 * * * *" },
      { name: "delete-old-chat-history", cron: "23 * * * *" },
      { name: "delete-old-collections", cron: "37 * * * *" },
      { name: "delete-old-figures", cron: "23 * * * *" },
      { name: "delete-old-news", cron: "17 * * * *" },
      { name: "delete-old-news-keys", cron: "11 * * * *" },
      { name: "delete-old-webhooks", cron: "31 * * * *" },
      { name: "delete-orphan-answers", cron: "53 * * * *" },
      { name: "delete-orphan-library-files", cron: "47 * * * *" },
      { name: "delete-unused-project-sites", cron: "41 * * * *" },
      { name: "drop-old-request-logs", cron: "37 * * * *" },
      { name: "drop-old-usage", cron: "29 3 * * *" },
      { name: "find-low-balances", cron: "* * * * *" },
      { name: "seal-ledger-months", cron: "7 * * * *" },
      { name: "send-spend-alerts", cron: "* * * * *" },
    ]);
    expect(await clone.query("select role from process")).toEqual([{ role: "worker" }]);
    await stop();
    expect(await clone.query("select role from process")).toEqual([]);
  });

  it("can run each job that recurs with an empty payload, again and again", async () => {
    await clone.query("insert into process values ($1, 'api', 'h', now(), now() - interval '2 days')", [
      randomUUID(),
    ]);
    const jobs = listJobs(
      readConfig({ DATABASE_URL: clone.url }),
      clone.database,
      createDirectoryStore(tmpdir()),
    ).filter(({ schedule }) => schedule);
    expect(jobs.length).toBeGreaterThan(1);
    for (const job of [...jobs, ...jobs]) await job.handle(job.payload.parse({}));
    expect(await clone.query("select 1 from process")).toEqual([]);
  });
});

describe("readiness", () => {
  it("follows the database, its migrations and the shutdown", async () => {
    const empty = await cloneDatabase({ isEmpty: true });
    const draining = new AbortController();
    const checkEmpty = createReadinessCheck(empty.database, undefined);
    const check = createReadinessCheck(clone.database, draining.signal);
    expect(await check()).toBeUndefined();
    expect(await checkEmpty()).toMatch(/lacks migrations: run `mintwright migrate`/);
    await empty.close();
    expect(await checkEmpty()).toBe("The database is not reachable.");
    draining.abort();
    expect(await check()).toBe("This process is shutting down.");
  });
});

describe("engines", () => {
  it("are built as configured, each under its name, and found by model", () => {
    const config = {
      ...readConfig({ DATABASE_URL: clone.url }),
      engines: {
        offline: { type: "offline" as const },
        vllm: {
          type: "openai" as const,
          servers: [{ baseUrl: "http://127.0.0.1:1/v1", maxConcurrent: 1, weight: 1 }],
          model: "m",
          timeoutInMs: 1_000,
          silenceInMs: 1_000,
          streamTimeoutInMs: 1_000,
        },
      },
      models: { general_assistant: ["offline"], prompt_enhancer: ["vllm"], news_writer: ["offline"] },
    };
    const engines = buildChatEngines(config, {
      metrics: createMetrics(),
      places: { open: createOwnPlaces },
    });
    expect([...engines].map(([name, engine]) => [name, engine.name, engine.isOffline])).toEqual([
      ["offline", "offline", true],
      ["vllm", "vllm", false],
    ]);
    expect(getEngineFor(config, engines, "prompt_enhancer")).toBe(engines.get("vllm"));
    expect(() =>
      getEngineFor(
        { ...config, models: { ...config.models, prompt_enhancer: ["x"] } },
        engines,
        "prompt_enhancer",
      ),
    ).toThrow("models.prompt_enhancer names no engine");
  });
});
