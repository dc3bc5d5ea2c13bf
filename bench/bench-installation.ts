import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  askMintwright,
  createDatabase,
  type RunningProcess,
  startInstantImageServer,
  startPostgres,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { startWebhookReceiver, type WebhookReceiver } from "../faults/webhook-receiver.ts";
import { createBenchAccounts, issueKeys } from "./bench-accounts.ts";
import { startScript } from "./start-script.ts";

const articles = 10_000;
/** Of the PNG that the image server answers with: about 250 kB at 512×512. */
const imageGrain = 24;

/** API processes and a worker on one PostgreSQL, with a model server and an image server that answer at once. */
export interface BenchInstallation {
  postgresUrl: string;
  database: TestDatabase;
  apis: RunningProcess[];
  worker: RunningProcess;
  receiver: WebhookReceiver;
  /** `accountIds[n]` owns `keys[n]`. */
  keys: string[];
  accountIds: string[];
  stop(): Promise<void>;
}

/**
 * Starts everything. `velogen` is served by the image server and the other image models by the built-in engine;
 * `prompt_enhancer` by a model server that is down.
 */
export async function startBenchInstallation(
  accounts: number,
  apis: number,
  postgresSettings: Record<string, string>,
): Promise<BenchInstallation> {
  await using started = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-"));
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const model = await startScript("gateway-model.ts");
  started.defer(() => model.stop());
  const images = await startInstantImageServer(imageGrain);
  started.defer(() => images.stop());
  const receiver = await startWebhookReceiver();
  started.defer(() => receiver.stop());
  const postgres = await startPostgres(postgresSettings);
  started.defer(() => postgres.stop());
  const database = await createDatabase(postgres.url);
  started.defer(() => database.drop());
  const config = join(folder, "mintwright.yaml");
  const openAi = { type: "openai", model: "bench", maxConcurrent: 10_000 };
  // JSON is YAML, so no writer is needed.
  writeFileSync(
    config,
    JSON.stringify({
      engines: {
        bench: { ...openAi, baseUrl: `${model.url}/v1` },
        down: { ...openAi, baseUrl: "http://127.0.0.1:9/v1" },
        images: { type: "sd-web", baseUrl: images.baseUrl, maxConcurrent: 1_000 },
      },
      models: { general_assistant: "bench", prompt_enhancer: "down", velogen: "images" },
      outbound: { allow: [receiver.hostAndPort] },
    }),
  );
  const environment = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config };
  await askMintwright(["migrate"], environment);
  await createBenchAccounts(database, accounts);
  const { keys, accountIds } = await issueKeys(database, accounts);
  await createArticles(database);
  const start = async (role: "api" | "worker") => {
    const running = await startProcess(role, environment);
    started.defer(async () => void (await running.stop()));
    return running;
  };
  const processes = await Promise.all(Array.from({ length: apis }, () => start("api")));
  const worker = await start("worker");
  const running = started.move();
  return {
    postgresUrl: postgres.url,
    database,
    apis: processes,
    worker,
    receiver,
    keys,
    accountIds,
    stop: () => running.disposeAsync(),
  };
}

async function createArticles(database: TestDatabase): Promise<void> {
  await database.query(
    `insert into news_article (
       created_at, published_at, category_id, network_id, title, description, url, words, sentiment,
       sentiment_confidence, source_weight
     )
     select at, at, 3, 46, 'Article ' || n, repeat('Bitcoin rises and falls. ', 12), 'https://example.com/' || n,
       to_tsvector('simple', 'article ' || n || ' bitcoin rises and falls'), n % 3 - 1, 0.8, 1
     from generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 minute') made(at)`,
    [articles],
  );
}
