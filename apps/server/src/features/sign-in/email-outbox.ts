import { AsyncLocalStorage } from "node:async_hooks";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Email, Mailer } from "../../engines/mail/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";

/** Sends one email. Its link is valid for an hour: it is tried for about as long, then the job is deleted. */
export const sendEmailKind: JobKind<Email> = {
  name: "send-email",
  payload: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  retryLimit: 60,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
};

/** Adds emails in the transaction of their cause: they are sent when it commits, and otherwise never existed. */
export interface EmailOutbox {
  /** Runs a transaction. Emails that are posted meanwhile become part of it. */
  transact<Result>(run: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /** Adds an email unless the check, in the same transaction, does not allow it. */
  post(email: Email, maySend?: (transaction: Transaction<Schema>) => Promise<boolean>): Promise<void>;
  /** Runs a request of the sign-in library and throws when an email could not be added: the library only logs that. */
  watch<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** One request to the sign-in library. */
interface WatchedRequest {
  transaction?: Transaction<Schema> | undefined;
  failure?: unknown;
}

export function createEmailOutbox(database: Database, enqueue: Enqueue): EmailOutbox {
  const requests = new AsyncLocalStorage<WatchedRequest>();
  return {
    transact: (run) =>
      database.transaction().execute(async (transaction) => {
        const request = requests.getStore();
        if (request) request.transaction = transaction;
        try {
          return await run(transaction);
        } finally {
          if (request) request.transaction = undefined;
        }
      }),
    async post(email, maySend) {
      const request = requests.getStore();
      const add = async (transaction: Transaction<Schema>) => {
        if (maySend && !(await maySend(transaction))) return;
        await enqueue(transaction, sendEmailKind.name, [email]);
      };
      try {
        await (request?.transaction ? add(request.transaction) : database.transaction().execute(add));
      } catch (error) {
        if (request) request.failure = error;
        throw error;
      }
    },
    async watch(run) {
      const request: WatchedRequest = {};
      const result = await requests.run(request, run);
      if (request.failure)
        throw new ServiceUnavailableError("No email can be sent at the moment. Try again shortly.", {
          cause: request.failure,
        });
      return result;
    },
  };
}

/** The job that sends emails, in the processes that serve the dashboard. */
export function createEmailJob(mailer: Mailer): JobDefinition {
  return {
    ...sendEmailKind,
    concurrency: 4,
    handle: (payload) => mailer.send(sendEmailKind.payload.parse(payload)),
  };
}

/** Measures how long the oldest email waits for a mail server that accepts it, however often it was tried: 0 without any. */
export async function measureEmailAge(database: Database): Promise<number> {
  // In the order of the queue's index, so that a long queue costs no more than a short one.
  const { rows } = await sql<{ ageInSeconds: number }>`
    select extract(epoch from now() - created_on)::float8 as "ageInSeconds" from pgboss.job
    where name = ${sendEmailKind.name} and state < 'active' and not blocked
    order by priority desc, created_on limit 1`.execute(database);
  return Math.max(0, rows[0]?.ageInSeconds ?? 0);
}
