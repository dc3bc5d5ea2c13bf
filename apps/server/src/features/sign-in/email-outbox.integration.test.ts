import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createEmailOutbox, sendEmailKind } from "./email-outbox.ts";

let cloned: ClonedDatabase;
let queue: Queue;

beforeAll(async () => {
  cloned = await cloneDatabase();
  queue = await openQueue(cloned.database, [sendEmailKind], {
    logger: createLogger("silent"),
    isWorker: false,
  });
});

afterAll(async () => {
  await queue.stop();
  await cloned.close();
});

const email = { to: "owner@example.com", subject: "s", text: "t" };

async function countEmails(): Promise<number> {
  const { rows } = await sql<{ emails: number }>`
    select count(*) as emails from pgboss.job where name = ${sendEmailKind.name}`.execute(cloned.database);
  return rows[0]?.emails ?? 0;
}

it("adds an email in the transaction of its cause, and none when that rolls back", async () => {
  const outbox = createEmailOutbox(cloned.database, queue.enqueue);
  const run = (outcome: "commit" | "rollback") =>
    outbox.watch(() =>
      outbox.transact(async () => {
        await outbox.post(email);
        if (outcome === "rollback") throw new Error("the user could not be stored");
      }),
    );
  await expect(run("rollback")).rejects.toThrow("the user could not be stored");
  expect(await countEmails()).toBe(0);
  await run("commit");
  expect(await countEmails()).toBe(1);
  await outbox.watch(() => outbox.post(email));
  expect(await countEmails()).toBe(2);
});

it("fails a request whose email could not be added, even when the sign-in library ignores that", async () => {
  const outbox = createEmailOutbox(cloned.database, () => Promise.reject(new Error("the queue is gone")));
  const asked = outbox.watch(async () => {
    await outbox.post(email).catch(() => {});
    return "done";
  });
  await expect(asked).rejects.toThrow("No email can be sent at the moment");
});
