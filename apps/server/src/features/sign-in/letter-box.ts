import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { Letter, Mailer } from "../../engines/mail/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../platform/queue/queue.ts";

/** A letter on its way. Its link is valid for an hour, so it is tried for about as long and then forgotten. */
export const sendLetterKind: JobKind<Letter> = {
  name: "send-letter",
  payload: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  retryLimit: 60,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
};

/** Takes letters in the transaction of what asks for them: they are sent when it commits, and otherwise never were. */
export interface LetterBox {
  /** The database as the sign-in library must be given it, so that its transactions are known here. */
  database: Database;
  /** Puts a letter into the outbox unless the check, in the same transaction, says that it may not be sent. */
  post(letter: Letter, maySend?: (transaction: Transaction<Schema>) => Promise<boolean>): Promise<void>;
  /** Runs something of the library and throws when a letter could not be posted: the library itself only logs that. */
  watch<Result>(run: () => Promise<Result>): Promise<Result>;
}

interface Moment {
  transaction?: Transaction<Schema> | undefined;
  failure?: unknown;
}

/** Creates the box. */
export function createLetterBox(database: Database, enqueue: Enqueue): LetterBox {
  const moments = new AsyncLocalStorage<Moment>();
  return {
    database: noteTransactions(database, moments),
    async post(letter, maySend) {
      const moment = moments.getStore();
      const put = async (transaction: Transaction<Schema>) => {
        if (maySend && !(await maySend(transaction))) return;
        await enqueue(transaction, sendLetterKind.name, [letter]);
      };
      try {
        await (moment?.transaction ? put(moment.transaction) : database.transaction().execute(put));
      } catch (error) {
        if (moment) moment.failure = error;
        throw error;
      }
    },
    async watch(run) {
      const moment: Moment = {};
      const result = await moments.run(moment, run);
      if (moment.failure)
        throw new ServiceUnavailableError("No letter can be sent at the moment. Try again shortly.", {
          cause: moment.failure,
        });
      return result;
    },
  };
}

/** The library opens its transactions itself and does not hand them on: they are noted as it opens them. */
function noteTransactions(database: Database, moments: AsyncLocalStorage<Moment>): Database {
  const transaction = () => ({
    execute: <Result>(run: (opened: Transaction<Schema>) => Promise<Result>) =>
      database.transaction().execute(async (opened) => {
        const moment = moments.getStore();
        if (moment) moment.transaction = opened;
        try {
          return await run(opened);
        } finally {
          if (moment) moment.transaction = undefined;
        }
      }),
  });
  return new Proxy(database, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The job that sends letters, in the processes that serve the dashboard. */
export function createLetterJob(mailer: Mailer): JobDefinition {
  return {
    ...sendLetterKind,
    concurrency: 4,
    handle: (payload) => mailer.send(sendLetterKind.payload.parse(payload)),
  };
}
