import { setTimeout as sleep } from "node:timers/promises";
import type { Client, WantedRequest } from "./client.ts";
import { writePrompt } from "./engine-manners.ts";
import { type Exchange, type History, isAnswered } from "./history.ts";
import { chainId } from "./installation.ts";
import { plainKey } from "./owners.ts";
import type {
  CallOperation,
  CollectionOperation,
  ImageOperation,
  KeyOperation,
  MintOperation,
  PlannedOperation,
  VoucherOperation,
} from "./plan-operations.ts";

/** What the operations of a seed need that was prepared for them. */
export interface Preparation {
  voucherCode: string;
  /** Tokens that can be minted, by operation. */
  mintable: ReadonlyMap<number, { collectionId: string; ids: number[] }>;
  webhookUrl: string;
}

export interface OperationRun {
  client: Client;
  history: History;
  preparation: Preparation;
  /** Clients that retry give up then. */
  giveUpAtInMs: number;
  /** What was answered under an idempotency key. */
  answered: WantedRequest[];
}

const retryPauseInMs = 300;
const replayAttempts = 3;
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** Runs one operation as its client would. Ends when the client has its answer or has given up. */
export async function runOperation(run: OperationRun, operation: PlannedOperation): Promise<void> {
  await sleep(operation.startsAtInMs);
  switch (operation.kind) {
    case "call":
    case "stream":
      return runCall(run, operation);
    case "image":
      return runImage(run, operation);
    case "collection":
      return runCollection(run, operation);
    case "voucher":
      return runVoucher(run, operation);
    case "mint":
      return runMint(run, operation);
    case "key":
      return runKey(run, operation);
  }
}

/** Sends a request with an idempotency key until it is answered, each time to the next process. */
async function sendUntilAnswered(run: OperationRun, request: WantedRequest): Promise<Exchange> {
  for (let attempt = 0; ; attempt++) {
    const exchange = await run.client.send({ ...request, api: request.api + attempt });
    if (isAnswered(exchange)) run.answered.push(request);
    if (isAnswered(exchange) || run.history.now() > run.giveUpAtInMs) return exchange;
    await sleep(retryPauseInMs);
  }
}

/** Sends everything again that was answered under an idempotency key, to another process; during an outage once more. */
export async function replayAnswers({ client, answered }: OperationRun): Promise<void> {
  await Promise.all(
    answered.map(async (request) => {
      for (let attempt = 1; attempt <= replayAttempts; attempt++) {
        const { status } = await client.send({ ...request, step: "replay", api: request.api + attempt });
        if (status !== undefined && status < 500) return;
        await sleep(retryPauseInMs);
      }
    }),
  );
}

const keyOf = ({ history }: OperationRun, { id }: PlannedOperation) => `history-${history.seed}-${id}`;

async function runCall(run: OperationRun, operation: CallOperation): Promise<void> {
  const prompt = writePrompt(run.history.seed, operation);
  const { id, account, api, kind, isKeyed } = operation;
  const request: WantedRequest = {
    ...{ operation: id, step: kind, account, api },
    ...(kind === "call"
      ? { path: "/nft/enhancePrompt", body: { prompt } }
      : {
          path: "/chat/stream",
          accept: "text/plain",
          body: { model: "general_assistant", question: prompt },
        }),
  };
  if (isKeyed) await sendUntilAnswered(run, { ...request, idempotencyKey: keyOf(run, operation) });
  else await run.client.send(request);
}

/** An image is larger than what fits into a row: its answer is kept in the object store. */
async function runImage(run: OperationRun, operation: ImageOperation): Promise<void> {
  const { id, account, api } = operation;
  await sendUntilAnswered(run, {
    ...{ operation: id, step: "image", account, api, path: "/nft/generate-image" },
    body: { prompt: `a fox ${run.history.seed}`, model: "velogen", width: 512, height: 512 },
    accept: "image/png",
    idempotencyKey: keyOf(run, operation),
  });
}

async function runCollection(run: OperationRun, operation: CollectionOperation): Promise<void> {
  const { id, account, api, amount, isKeyed, cancelledAfterInMs } = operation;
  const request: WantedRequest = {
    ...{ operation: id, step: "collection", account, api, path: "/nft/generate-nft-queue" },
    body: {
      ...{ walletAddress: wallet, prompt: `foxes ${id}`, model: "velogen", width: 512, height: 512 },
      ...{ chainId, amount, webhookUrl: run.preparation.webhookUrl },
    },
  };
  const queued = isKeyed
    ? await sendUntilAnswered(run, { ...request, idempotencyKey: keyOf(run, operation) })
    : await run.client.send(request);
  if (!isAnswered(queued) || cancelledAfterInMs === undefined) return;
  await sleep(cancelledAfterInMs);
  const { collectionId } = JSON.parse(queued.body) as { collectionId: string };
  await run.client.send({
    ...{ operation: id, step: "cancel", account, api: api + 1, method: "DELETE" },
    path: `/nft/collections/${collectionId}`,
  });
}

/** Two owners redeem the same code. Each asks again while it has no answer. */
async function runVoucher(run: OperationRun, { id, account, rival, api }: VoucherOperation): Promise<void> {
  await Promise.all(
    [account, rival].map(async (each, place) => {
      for (let attempt = 0; attempt < 3; attempt++) {
        const { status } = await run.client.send({
          ...{ operation: id, step: "redeem", account: each, api: api + place + attempt },
          ...{ path: "/credits/redeem", body: { code: run.preparation.voucherCode }, isDashboard: true },
        });
        if (status === 200 || status === 400 || run.history.now() > run.giveUpAtInMs) return;
        await sleep(retryPauseInMs);
      }
    }),
  );
}

/** Minting is idempotent by token: the client asks until it is told that every token is minted. */
async function runMint(run: OperationRun, { id, account, api }: MintOperation): Promise<void> {
  const tokens = run.preparation.mintable.get(id);
  if (!tokens) throw new Error(`operation ${id} has no tokens to mint`);
  const body = { ...tokens, name: "Fox {id}", description: "A fox.", symbol: "FOX" };
  for (let attempt = 0; run.history.now() < run.giveUpAtInMs; attempt++) {
    const told = await run.client.send({
      ...{ operation: id, step: "mint", account, api: api + attempt, path: "/nft/mint-nft", body },
    });
    if (isAnswered(told)) {
      const { tokens: minted } = JSON.parse(told.body) as { tokens: { mint: { state: string } }[] };
      if (minted.every(({ mint }) => mint.state === "minted")) return;
    }
    await sleep(retryPauseInMs);
  }
}

/** Creates a key, uses it, revokes or replaces it, and uses it again at each process. */
async function runKey(run: OperationRun, { id, account, api, change }: KeyOperation): Promise<void> {
  const dashboard = async (step: string, path: string, body?: object) => {
    const exchange = await run.client.send({
      ...{ operation: id, step, account, api, path, isDashboard: true, ...(body && { body }) },
    });
    return isAnswered(exchange) ? (JSON.parse(exchange.body) as { id: string; key: string }) : undefined;
  };
  const use = (step: string, key: { id: string; key: string }, place: number) =>
    run.client.send({
      ...{ operation: id, step, account, api: api + place, path: "/nft/enhancePrompt" },
      ...{ body: { prompt: `key ${key.id}` }, key: { id: key.id, secret: key.key } },
    });
  const key = await dashboard("create key", "/keys", plainKey);
  if (!key) return;
  await use("use key", key, 0);
  const changed = await dashboard(`${change} key`, `/keys/${key.id}/${change}`);
  if (!changed) return;
  await Promise.all([0, 1, 2].map((place) => use("use ended key", key, place)));
  if (change === "replace") await use("use new key", changed, 1);
}
