import {
  ConnectionError,
  EngineTimeoutError,
  InsufficientCreditsError,
  Mintwright,
  RateLimitedError,
  ServiceUnavailableError,
  StreamCutError,
  TimeoutError,
} from "@mintwright/sdk";
import { type FaultInput, startSandbox, type TestSandbox } from "mintwright/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

let sandbox: TestSandbox;
let mintwright: Mintwright;
let attempts: number;

beforeAll(async () => {
  sandbox = await startSandbox({ logLevel: "silent" });
});

afterAll(() => sandbox?.close());

beforeEach(async () => {
  await sandbox.reset();
  attempts = 0;
  mintwright = new Mintwright({
    baseUrl: sandbox.url,
    onEvent: ({ kind }) => {
      if (kind !== "retry") attempts++;
    },
  });
});

const enhance = () => mintwright.prompts.enhance({ prompt: "a fox" });

async function expectSpent(credits: number): Promise<void> {
  const { spent, held, balance, granted } = await mintwright.credits.balance();
  expect({ spent, held }).toEqual({ spent: credits, held: 0 });
  expect(granted).toBe(balance + held + spent);
}

it.each<[FaultInput, number]>([
  [{ kind: "status", status: 503 }, 2],
  [{ kind: "rate_limited", retryAfterInSeconds: 1 }, 2],
  [{ kind: "cut_connection" }, 2],
  [{ kind: "cut_stream", afterBytes: 10 }, 2],
  [{ kind: "delay", delayInMs: 50 }, 1],
])("passes over %o with one charge", async (fault, expectedAttempts) => {
  await sandbox.fail(fault);
  expect((await enhance()).enhancedPrompt).toContain("fox");
  expect(attempts).toBe(expectedAttempts);
  await expectSpent(0.5);
});

it.each<[FaultInput, new (...parameters: never[]) => Error, number]>([
  [{ kind: "status", status: 503 }, ServiceUnavailableError, 0],
  [{ kind: "status", status: 504 }, EngineTimeoutError, 0],
  [{ kind: "rate_limited", retryAfterInSeconds: 1 }, RateLimitedError, 0],
  // The answer exists and is stored for a retry with the same key.
  [{ kind: "cut_connection" }, ConnectionError, 0.5],
])("gives up on %o after three attempts", async (fault, expectedClass, spent) => {
  await sandbox.fail(fault, { times: 3 });
  await expect(enhance()).rejects.toBeInstanceOf(expectedClass);
  expect(attempts).toBe(3);
  await expectSpent(spent);
});

it("does not try again what cannot succeed", async () => {
  await sandbox.fail({ kind: "credits_exhausted" });
  const refused = await enhance().catch((error) => error);
  expect(refused).toBeInstanceOf(InsufficientCreditsError);
  expect(refused).toMatchObject({ price: 0.5, balance: 0, attempts: 1 });
  await expectSpent(0);
});

it("raises a cut stream, and the same key brings the whole answer for one charge", async () => {
  await sandbox.fail({ kind: "cut_stream", afterBytes: 60 });
  const question = { question: "What is gas?" };
  const cut = await mintwright.chat
    .stream(question)
    .whole()
    .catch((error) => error);
  expect(cut).toBeInstanceOf(StreamCutError);
  const { bot } = await mintwright.chat.stream(question, { idempotencyKey: cut.idempotencyKey }).whole();
  expect(bot).toContain("gas");
  await expectSpent(0.5);
});

it.each<[FaultInput, string]>([
  [{ kind: "delay", delayInMs: 5_500 }, "headers"],
  [{ kind: "slow_body", delayInMs: 5_500 }, "body"],
])("waits no longer than it was told for %o", async (fault, phase) => {
  await sandbox.fail(fault);
  const late = await mintwright.prompts
    .enhance({ prompt: "a fox" }, { timeoutInMs: 4_000, maxRetries: 0 })
    .catch((error) => error);
  expect(late).toBeInstanceOf(TimeoutError);
  expect(late).toMatchObject({ phase, attempts: 1 });
  const again = await mintwright.prompts.enhance(
    { prompt: "a fox" },
    { idempotencyKey: late.idempotencyKey },
  );
  expect(again.enhancedPrompt).toContain("fox");
  await expectSpent(0.5);
});

it("tells a job that failed", async () => {
  await sandbox.fail({ kind: "failed_job" });
  const { collectionId } = await mintwright.collections.create({
    prompt: "a fox",
    model: "velogen",
    width: 512,
    height: 512,
    chainId: 31_337,
    amount: 2,
    walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  });
  await expect(mintwright.collections.wait(collectionId)).rejects.toMatchObject({ status: "failed" });
  await expectSpent(0);
});
