import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  askMintwright,
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import { findPostmaster } from "./cpu-clock.ts";
import { type Gateway, openAiEndpoints } from "./gateway-process.ts";

const creditsPerAnswer = 0.5;

/** Mintwright with every answer paid: one API process, one worker and PostgreSQL with durable commits. */
export const mintwright: Gateway = {
  name: "Mintwright",
  settings:
    "this checkout: one `api` and one `worker` process, PostgreSQL with durable commits. Checks the key, its rate limit and the balance, and charges every answer.",
  async start(modelUrl, folder) {
    const config = join(folder, "mintwright.yaml");
    const engine = { type: "openai", baseUrl: `${modelUrl}/v1`, model: "bench", maxConcurrent: 10_000 };
    writeFileSync(
      config,
      JSON.stringify({ engines: { bench: engine }, models: { general_assistant: "bench" } }),
    );
    await using started = new AsyncDisposableStack();
    const postgres = await startPostgres();
    started.defer(() => postgres.stop());
    const database = await createDatabase(postgres.url);
    started.defer(() => database.drop());
    const environment = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config };
    await askMintwright(["migrate"], environment);
    const { key } = await createTestAccount(database.url, { credits: 10_000_000, rate: 1_000_000_000 });
    const api = await startProcess("api", environment);
    started.defer(async () => void (await api.stop()));
    const worker = await startProcess("worker", environment);
    started.defer(async () => void (await worker.stop()));
    const toHeaders = (secret: string) => ({ authorization: `Bearer ${secret}` });
    const model = "general_assistant";
    const processIds = [api.child.pid ?? 0, worker.child.pid ?? 0, await findPostmaster(postgres.url)];
    const running = started.move();
    return {
      endpoints: {
        ...openAiEndpoints(api.baseUrl, toHeaders(key), model),
        chatStream: {
          url: `${api.baseUrl}/chat/stream`,
          headers: toHeaders(key),
          toBody: (question) => ({ model, question, stream: true }),
        },
      },
      processIds,
      async openWithBudget(calls) {
        const credits = calls * creditsPerAnswer;
        const limited = await createTestAccount(database.url, { credits, rate: 1_000_000_000 });
        return openAiEndpoints(api.baseUrl, toHeaders(limited.key), model).whole;
      },
      checkBooks: () => assertLedgerAddsUp(database.url),
      stop: () => running.disposeAsync(),
    };
  },
};
