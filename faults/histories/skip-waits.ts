import type { TestDatabase } from "@mintwright/test-harness";
import { PgBoss } from "pg-boss";

/**
 * A seed takes some seconds, but a dead process is found after 15, or 45 after an outage, and its jobs after 12. These
 * functions move what the database remembers into the past, as if that time had passed. What then happens is the product's
 * own code.
 */

/** As if processes had sent no heartbeat for a minute. A process that runs sends the next one within 3 seconds. */
export async function makeProcessesSilent(
  database: TestDatabase,
  processIds: readonly string[],
): Promise<void> {
  await database.query(
    "update process set seen_at = now() - interval '1 minute' where process_id = any($1::uuid[])",
    [processIds],
  );
}

/** Queues whose jobs a seed causes. */
export const queues = [
  "webhooks",
  "mint-tokens",
  "mark-cancelled-images",
  "delete-stray-files",
  "plan-collection",
];

/** As if the time until the next attempt of everything that waits had passed. */
export async function makeRetriesDue(database: TestDatabase): Promise<void> {
  await database.query("update webhook_delivery set due_at = now() where due_at > now()");
  await database.query(
    `update pgboss.job set start_after = now() where name = any($1) and state < 'active' and start_after > now()`,
    [queues],
  );
  await database.query(
    `update process set in_touch_since = now() - interval '1 hour' where in_touch_since > now() - interval '1 minute'`,
  );
  await database.query("update collection_image set retry_at = now() where retry_at > now()");
  await database.query("update image_line set paused_until = now() where paused_until > now()");
  await database.query("update account_turn set look_at = now() where look_at > now()");
  await database.query(
    "update token_mint set not_before = now() where not_before > now() and state = 'queued'",
  );
}

/** Restarts the jobs of workers that died: pg-boss's own check, as if their heartbeats had been missing for a minute. */
export interface DeadJobs {
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDeadJobs(database: TestDatabase): Promise<DeadJobs> {
  const boss = new PgBoss({
    connectionString: database.url,
    supervise: false,
    schedule: false,
    migrate: false,
    monitorIntervalSeconds: 1,
    max: 1,
  });
  boss.on("error", () => {});
  await boss.start();
  return {
    async restart() {
      await database.query(
        "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active' and name = any($1)",
        [queues],
      );
      await database.query(
        "update pgboss.queue set monitor_on = null, monitor_claim_on = null where name = any($1)",
        [queues],
      );
      for (const queue of queues) await boss.supervise(queue);
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
