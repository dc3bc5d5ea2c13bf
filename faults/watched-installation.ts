import { setTimeout as sleep } from "node:timers/promises";
import { type RuleParameters, writeRules } from "@mintwright/prometheus-rules";
import {
  createTestAccount,
  findFreePort,
  type PostgresServer,
  type PostgresStandby,
  queueCollection,
  queueDeliveries,
  type RunningProcess,
  startPostgres,
  startStandby,
  type TestAccount,
} from "@mintwright/test-harness";
import { openChat } from "./chat-call.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { type PrometheusServer, startPrometheus } from "./prometheus-server.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { query } from "./query.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

/** The rules with all their times in seconds. */
export const shortTimes: RuleParameters = {
  burnWindows: [
    { severity: "page", long: "10s", short: "4s", factor: 14.4, for: "0s" },
    { severity: "ticket", long: "16s", short: "6s", factor: 10, for: "1s" },
  ],
  for: "3s",
  window: "15s",
  replicaMemory: "30s",
  webhookLateInSeconds: 2,
  emailLateInSeconds: 3,
  queueLateInSeconds: 2,
  replicationLagInBytes: 1024 * 1024,
};

/** Two API processes, a worker and a standby, watched by Prometheus. */
export interface WatchedInstallation {
  fleet: Fleet;
  standby: PostgresStandby;
  prometheus: PrometheusServer;
  api: RunningProcess;
  worker: RunningProcess;
  receiver: WebhookReceiver;
  account: TestAccount;
  startApi(
    environment?: Record<string, string>,
    limits?: { maxConcurrent?: number; fullRatePerSecond?: number },
  ): Promise<RunningProcess>;
  /** Ends an API process, unless it was killed, and its watching. */
  endApi(api: RunningProcess): Promise<void>;
  /** Runs a statement on the primary. */
  run<Row>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Calls a paid operation of an API again and again until the returned function is called. */
  keepCalling(target?: RunningProcess): () => Promise<void>;
  queueWebhooks(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startWatchedInstallation(prometheusBinary: string): Promise<WatchedInstallation> {
  const postgres: PostgresServer = await startPostgres();
  const fleet = await createFleet({ serverUrl: postgres.url });
  const receiver = await startWebhookReceiver();
  const dashboard = {
    PUBLIC_URL: "http://dashboard.test",
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    // Nobody listens here.
    SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
  };
  const settings = {
    engines: {
      model: { type: "openai", baseUrl: fleet.model.baseUrl, model: "scripted" },
      gpu: { type: "sd-web", baseUrl: `http://127.0.0.1:${await findFreePort()}` },
    },
    models: { prompt_enhancer: "model", general_assistant: "model", nebula_forge_xl: "gpu" },
    outbound: { allow: [receiver.hostAndPort] },
  };
  const prometheus = await startPrometheus(prometheusBinary, writeRules(shortTimes));
  const startApi: WatchedInstallation["startApi"] = async (environment, limits = {}) => {
    const { maxConcurrent, fullRatePerSecond } = limits;
    const engines = { ...settings.engines, model: { ...settings.engines.model, maxConcurrent } };
    const own = { ...settings, engines, logs: { fullRatePerSecond } };
    const api = await fleet.start("api", {}, own, { ...dashboard, ...environment });
    prometheus.addTarget("api", api.metricsUrl);
    return api;
  };
  const api = await startApi();
  const worker = await fleet.start("worker", {}, settings);
  prometheus.addTarget("worker", worker.metricsUrl);
  const standby = await startStandby(postgres.url, "standby");
  const account = await createTestAccount(fleet.databaseUrl, { credits: 100_000, rate: "none" });
  const run: WatchedInstallation["run"] = (statement, values) => query(fleet.databaseUrl, statement, values);

  return {
    fleet,
    standby,
    prometheus,
    api,
    worker,
    receiver,
    account,
    startApi,
    async endApi(ended) {
      await ended.stop();
      prometheus.removeTarget("api", ended.metricsUrl);
    },
    run,
    keepCalling(target = api) {
      let isCalling = true;
      const call = async () => {
        while (isCalling) {
          await callEnhancePrompt(target.baseUrl, account.key, "a fox").catch(() => {});
          await sleep(50);
        }
      };
      const callers = [call(), call(), call(), call()];
      return async () => {
        isCalling = false;
        await Promise.all(callers);
      };
    },
    async queueWebhooks(count) {
      const { accountId } = account;
      await queueDeliveries({ query: run }, { accountId, url: receiver.url, type: "test.happened" }, count);
    },
    async close() {
      await fleet.close();
      await receiver.stop();
      await prometheus.stop();
      await standby.stop().catch(() => {});
      postgres.stop();
    },
  };
}

/** Uses every part once, so that every series has values. */
export async function useEverything({ api, account, queueWebhooks }: WatchedInstallation): Promise<void> {
  for (let call = 0; call < 5; call++) await callEnhancePrompt(api.baseUrl, account.key, "a fox");
  await openChat(api.baseUrl, account.key).read();
  await queueWebhooks(3);
  await queueCollection(api.baseUrl, account.key, { amount: 2, width: 512, height: 512 });
}
