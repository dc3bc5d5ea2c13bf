import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cancelCollection, queueCollection } from "@mintwright/test-harness";
import pg from "pg";
import { expect, vi } from "vitest";
import { query } from "./query.ts";
import type { WatchedInstallation } from "./watched-installation.ts";

/** A fault that must fire an alert. */
export interface AlertFault {
  alert: string;
  fault: string;
  /** The fault of the last test: another alert goes on afterwards. */
  leavesEnginePaused?: true;
  /** Breaks something and returns what heals it. */
  inject(watched: WatchedInstallation): Promise<() => Promise<unknown>>;
}

const failingModel: AlertFault["inject"] = async ({ fleet, keepCalling, api }) => {
  fleet.model.follow({ kind: "refuse", status: 500 });
  const stopCalling = keepCalling();
  return async () => {
    fleet.model.follow({ kind: "answer" });
    // The breaker closes with the first call that is answered.
    await vi.waitFor(
      async () =>
        expect(await (await fetch(api.metricsUrl)).text()).toMatch(
          /mintwright_engine_paused\{engine="model",server="[^"]+"\} 0/,
        ),
      { timeout: 30_000, interval: 500 },
    );
    await stopCalling();
  };
};

/** Stops a process for a while: it neither works nor answers. */
const pause =
  (
    choose: (watched: WatchedInstallation) => { child: { kill(signal: "SIGSTOP" | "SIGCONT"): boolean } },
  ): AlertFault["inject"] =>
  async (watched) => {
    const { child } = choose(watched);
    child.kill("SIGSTOP");
    return async () => child.kill("SIGCONT");
  };

const statementFault =
  (breakIt: string, healIt: string): AlertFault["inject"] =>
  async ({ run, keepCalling }) => {
    await run(breakIt);
    const stopCalling = keepCalling();
    return async () => {
      await run(healIt);
      await stopCalling();
    };
  };

export const alertFaults: readonly AlertFault[] = [
  { alert: "MintwrightPaidCallsFailing", fault: "the model server fails", inject: failingModel },
  { alert: "MintwrightEnginePaused", fault: "the model server keeps failing", inject: failingModel },
  {
    alert: "MintwrightAdmissionSlow",
    fault: "the database takes 150 ms for a hold",
    inject: statementFault(
      `create function slow_down() returns trigger language plpgsql as 'begin perform pg_sleep(0.15); return null; end';
       create trigger slow_down before insert on hold for each statement execute function slow_down()`,
      "drop function slow_down() cascade",
    ),
  },
  {
    alert: "MintwrightBatchFailures",
    fault: "a function of the database is missing",
    inject: statementFault(
      "alter function admit_requests rename to admit_requests_away",
      "alter function admit_requests_away rename to admit_requests",
    ),
  },
  {
    alert: "MintwrightRequestLogDropped",
    fault: "the request log refuses rows",
    inject: statementFault(
      "alter function write_request_logs rename to write_request_logs_away",
      "alter function write_request_logs_away rename to write_request_logs",
    ),
  },
  {
    alert: "MintwrightRequestLogSampled",
    fault: "a process logs errors only",
    async inject({ startApi, endApi, keepCalling }) {
      const terse = await startApi({}, { fullRatePerSecond: 0 });
      const stopCalling = keepCalling(terse);
      return async () => {
        await stopCalling();
        await endApi(terse);
      };
    },
  },
  {
    alert: "MintwrightJobsLate",
    fault: "the worker stood still while webhooks were queued",
    async inject({ worker, queueWebhooks }) {
      worker.child.kill("SIGSTOP");
      await queueWebhooks(20);
      await sleep(12_000);
      worker.child.kill("SIGCONT");
      return async () => {};
    },
  },
  {
    alert: "MintwrightWebhooksLate",
    fault: "a receiver takes all places of its account",
    async inject({ receiver, queueWebhooks, run }) {
      receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 5_000);
      await queueWebhooks(40);
      return async () => {
        receiver.answer = (response) => response.writeHead(204).end();
        await vi.waitFor(
          async () => expect(await run("select from webhook_delivery where due_at is not null")).toEqual([]),
          { timeout: 30_000, interval: 500 },
        );
      };
    },
  },
  {
    alert: "MintwrightEmailsLate",
    fault: "the mail server does not answer",
    async inject({ api, run }) {
      const response = await fetch(`${api.baseUrl}/dashboard/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://dashboard.test" },
        body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
      });
      expect(response.status).toBe(200);
      return () => run("delete from pgboss.job where name = 'send-email'");
    },
  },
  {
    alert: "MintwrightQueueOld",
    fault: "no process works on a queue",
    async inject({ run }) {
      await run("insert into pgboss.job (name, data) values ('rewrite-news-article', '{}')");
      return () => run("delete from pgboss.job where name = 'rewrite-news-article'");
    },
  },
  {
    alert: "MintwrightJobsFailed",
    fault: "a job has used up its attempts",
    async inject({ run }) {
      await run("insert into pgboss.job (name, data, retry_limit) values ('webhooks', '{}', 0)");
      return () => run("delete from pgboss.job where name = 'webhooks' and state = 'failed'");
    },
  },
  {
    alert: "MintwrightEngineBacklog",
    fault: "the model server is slower than its callers",
    async inject({ fleet, startApi, endApi, keepCalling }) {
      const narrow = await startApi({}, { maxConcurrent: 2 });
      fleet.model.follow({ kind: "answer", delayInMs: 2_000 });
      const stopCalling = keepCalling(narrow);
      return async () => {
        await stopCalling();
        fleet.model.follow({ kind: "answer" });
        await endApi(narrow);
      };
    },
  },
  {
    alert: "MintwrightPoolExhausted",
    fault: "a lock keeps every connection of a process busy",
    async inject({ fleet, startApi, endApi, account }) {
      const small = await startApi({ DATABASE_POOL_SIZE: "2" });
      const locker = new pg.Client({ connectionString: fleet.databaseUrl });
      await locker.connect();
      await locker.query("begin; lock table ledger_entry in access exclusive mode");
      const headers = { authorization: `Bearer ${account.key}` };
      const calls = Array.from({ length: 6 }, () =>
        fetch(`${small.baseUrl}/credits/ledger`, { headers }).then((response) => response.text()),
      );
      return async () => {
        await locker.end();
        await Promise.allSettled(calls);
        await endApi(small);
      };
    },
  },
  {
    alert: "MintwrightLedgerOff",
    fault: "a hold was inserted by hand",
    async inject({ run, account }) {
      const holdId = randomUUID();
      await run(
        `insert into hold (account_id, hold_id, key_id, amount, operation, request_id)
         values ($1, $2, $3, 5, 'test', 'by hand')`,
        [account.accountId, holdId, account.keyId],
      );
      return () => run("delete from hold where hold_id = $1", [holdId]);
    },
  },
  {
    alert: "MintwrightReplicationLag",
    fault: "the standby's replay is paused",
    async inject({ standby, run }) {
      await query(standby.url, "select pg_wal_replay_pause()");
      await run("create table filler as select repeat('x', 1000) from generate_series(1, 5000)");
      return () => query(standby.url, "select pg_wal_replay_resume()");
    },
  },
  {
    alert: "MintwrightHoldsSwept",
    fault: "an API process is killed in the middle of calls",
    async inject({ fleet, startApi, endApi, keepCalling }) {
      const doomed = await startApi();
      fleet.model.follow({ kind: "hang" });
      const stopCalling = keepCalling(doomed);
      await vi.waitFor(() => expect(fleet.model.calls.length).toBeGreaterThan(0), { timeout: 10_000 });
      await doomed.kill();
      await stopCalling();
      fleet.model.follow({ kind: "answer" });
      return () => endApi(doomed);
    },
  },
  { alert: "MintwrightProcessDown", fault: "one process stands still", inject: pause(({ api }) => api) },
  {
    alert: "MintwrightWorkerDown",
    fault: "the only worker stands still",
    inject: pause(({ worker }) => worker),
  },
  { alert: "MintwrightApiDown", fault: "the only API process stands still", inject: pause(({ api }) => api) },
  {
    alert: "MintwrightReplicaLost",
    fault: "the standby stops",
    async inject({ standby, prometheus }) {
      const known = 'mintwright_replicas{job="mintwright-worker"} == 1';
      await vi.waitFor(async () => expect(await prometheus.ask(known)).toHaveLength(1), { timeout: 20_000 });
      await standby.stop();
      return async () => {};
    },
  },
  {
    alert: "MintwrightImagesStalled",
    fault: "the image server does not answer",
    // Its breaker closes with the next answered call, and nobody calls it again.
    leavesEnginePaused: true,
    async inject({ api, account }) {
      const request = { amount: 20, model: "nebula_forge_xl", width: 1024, height: 1024 };
      const collectionId = await queueCollection(api.baseUrl, account.key, request);
      return async () => {
        await cancelCollection(api.baseUrl, account.key, collectionId);
        const response = await fetch(`${api.baseUrl}/nft/progress/${collectionId}`, {
          headers: { authorization: `Bearer ${account.key}` },
        });
        expect(response.status).toBe(200);
      };
    },
  },
];
