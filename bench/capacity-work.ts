import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { queueWebhook, webhookKind } from "../apps/server/src/features/webhooks/index.ts";
import { connectDatabase } from "../apps/server/src/platform/database/database.ts";
import { createLogger } from "../apps/server/src/platform/logging.ts";
import { openQueue } from "../apps/server/src/platform/queue/queue.ts";
import type { BenchInstallation } from "./bench-installation.ts";

/** How many callers wait for an answer at once. */
export const clients = 64;
const webhookTimeoutInMs = 300_000;

/** One kind of work. `run` does it once for each of `count` accounts, from account `from` on. */
export interface Work {
  name: string;
  /** How many of them a round has, for each paid call. */
  share: number;
  run(from: number, count: number): Promise<void>;
}

interface Call {
  method: "GET" | "POST";
  path: string;
  body?: object;
}

const calls: { name: string; share: number; call: Call }[] = [
  {
    name: "paid call",
    share: 1,
    call: {
      method: "POST",
      path: "/v1/chat/completions",
      body: { model: "general_assistant", messages: [{ role: "user", content: "What is gas?" }] },
    },
  },
  {
    name: "conversation turn",
    share: 1,
    call: {
      method: "POST",
      path: "/chat/stream",
      body: {
        model: "general_assistant",
        question: "What is gas?",
        chatHistory: "on",
        sdkUniqueId: "capacity",
        stream: true,
      },
    },
  },
  { name: "news page", share: 1, call: { method: "GET", path: "/news" } },
  {
    name: "image",
    share: 0.1,
    call: {
      method: "POST",
      path: "/nft/generate-image",
      body: { prompt: "a fox", model: "velogen", width: 512, height: 512, seed: 7 },
    },
  },
];

/** The kinds of work, and how to end what they opened. */
export async function openWork(
  installation: BenchInstallation,
): Promise<{ works: Work[]; stop(): Promise<void> }> {
  const { database, receiver, accountIds } = installation;
  const pool = connectDatabase({
    url: database.url,
    poolSize: 4,
    applicationName: "bench",
    onConnectionError() {},
  });
  const queue = await openQueue(pool, [webhookKind], { logger: createLogger("silent"), isWorker: false });
  const sendWebhooks = async (from: number, count: number) => {
    const goal = receiver.ids.length + count;
    for (let at = 0; at < count; at++) {
      const event = {
        accountId: pick(accountIds, from + at),
        url: receiver.url,
        type: "bench.happened",
        data: {},
      };
      await pool.transaction().execute((transaction) => queueWebhook(transaction, queue.enqueue, event));
    }
    const deadline = performance.now() + webhookTimeoutInMs;
    while (receiver.ids.length < goal) {
      if (performance.now() > deadline)
        throw new Error(`${goal - receiver.ids.length} webhooks did not arrive`);
      await sleep(20);
    }
  };
  return {
    works: [
      ...calls.map(({ name, share, call }) => ({
        name,
        share,
        run: (from: number, count: number) => sendCalls(installation, call, from, count),
      })),
      { name: "webhook delivery", share: 0.2, run: sendWebhooks },
    ],
    async stop() {
      await queue.stop();
      await pool.destroy();
    },
  };
}

async function sendCalls(
  { apis, keys }: BenchInstallation,
  { method, path, body }: Call,
  from: number,
  count: number,
): Promise<void> {
  let next = from;
  const result = await autocannon({
    url: apis[0]?.baseUrl ?? "",
    connections: Math.min(clients, count),
    amount: count,
    timeout: 60,
    requests: [
      {
        method,
        path,
        ...(body && { body: JSON.stringify(body) }),
        setupRequest: (request) => ({
          ...request,
          headers: {
            authorization: `Bearer ${pick(keys, next++)}`,
            ...(body && { "content-type": "application/json" }),
          },
        }),
      },
    ],
  });
  if (result["2xx"] !== count)
    throw new Error(`${path}: ${result["2xx"]} of ${count} calls succeeded, ${result.non2xx} failed`);
}

/** Neighbours in the table are far apart in time: accounts that call are scattered over it. */
function pick(values: string[], n: number): string {
  return values[(n * 7_919) % values.length] ?? "";
}
