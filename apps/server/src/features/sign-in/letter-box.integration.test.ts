import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createLetterBox, sendLetterKind } from "./letter-box.ts";

let cloned: ClonedDatabase;
let queue: Queue;

beforeAll(async () => {
  cloned = await cloneDatabase();
  queue = await openQueue(cloned.database, [sendLetterKind], {
    logger: createLogger("silent"),
    isWorker: false,
  });
});

afterAll(async () => {
  await queue.stop();
  await cloned.close();
});

const letter = { to: "owner@example.com", subject: "s", text: "t" };

async function countLetters(): Promise<number> {
  const { rows } = await sql<{ letters: number }>`
    select count(*) as letters from pgboss.job where name = ${sendLetterKind.name}`.execute(cloned.database);
  return rows[0]?.letters ?? 0;
}

it("posts a letter with the transaction that asks for it, and not without", async () => {
  const box = createLetterBox(cloned.database, queue.enqueue);
  const run = (outcome: "commit" | "rollback") =>
    box.watch(() =>
      box.database.transaction().execute(async () => {
        await box.post(letter);
        if (outcome === "rollback") throw new Error("the user could not be stored");
      }),
    );
  await expect(run("rollback")).rejects.toThrow("the user could not be stored");
  expect(await countLetters()).toBe(0);
  await run("commit");
  expect(await countLetters()).toBe(1);
  await box.watch(() => box.post(letter));
  expect(await countLetters()).toBe(2);
});

it("does not let a request succeed whose letter could not be posted, even when the asker looks away", async () => {
  const box = createLetterBox(cloned.database, () => Promise.reject(new Error("the queue is gone")));
  const asked = box.watch(async () => {
    await box.post(letter).catch(() => {});
    return "done";
  });
  await expect(asked).rejects.toThrow("No letter can be sent at the moment");
});
