import type { Transaction } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Logger } from "../../platform/logging.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import {
  type JobContext,
  type JobDefinition,
  type JobKind,
  JobTakenOverError,
} from "../../platform/queue/queue.ts";
import { PageUnreadError } from "./project-sites.errors.ts";
import {
  findSource,
  listPages,
  type ReadFailure,
  storeFailure,
  storePages,
} from "./project-sites.repository.ts";
import { readSource } from "./read-source.ts";

const maxReadsAtOnce = 3;
/** One account with slow sites leaves room for the others. */
const maxReadsPerAccount = 2;

/**
 * Reads one project site. Its key is the site's id, so that a site is read once however many questions wait for it; its
 * account is the one whose question came first. The job is deleted in the transaction that stores the result.
 */
export const readSiteKind: JobKind<{ url: string }> = {
  name: "read-project-site",
  payload: z.object({ url: z.string() }),
  retryLimit: 10,
  maxRetryDelayInSeconds: 60,
  forgottenAfterInSeconds: 3_600,
  isExclusive: true,
};

/** How long reading a site may take and how long its result is used. */
export interface ReadTimes {
  /** How long reading all pages of a site may take. */
  wholeReadInMs: number;
  /** How long stored pages are assumed to be unchanged. */
  freshForInMs: number;
  /** How long a site that could not be read is not read again. */
  retryInMs: number;
}

export const defaultReadTimes: ReadTimes = {
  wholeReadInMs: 40_000,
  freshForInMs: 60 * 60_000,
  retryInMs: 60_000,
};

/** The job that reads a project site and stores its pages, or why they could not be read. */
export function createReadSiteJob(
  { database, outbound, logger }: { database: Database; outbound: Outbound; logger: Logger },
  times: ReadTimes = defaultReadTimes,
): JobDefinition {
  async function read(url: string, stopping: AbortSignal): Promise<Store> {
    const timeout = AbortSignal.timeout(times.wholeReadInMs);
    const signal = AbortSignal.any([stopping, timeout]);
    try {
      const pages = await readSource({ outbound, signal }, url, await listPages(database, url));
      return (transaction) => storePages(transaction, url, pages, times.freshForInMs);
    } catch (error) {
      stopping.throwIfAborted();
      if (!(error instanceof PageUnreadError) && !timeout.aborted)
        logger.error({ error, origin: new URL(url).origin }, "project site read failed");
      const failure = describeFailure(error, timeout.aborted);
      return (transaction) => storeFailure(transaction, url, { ...failure, retryInMs: times.retryInMs });
    }
  }

  return {
    ...readSiteKind,
    concurrency: maxReadsAtOnce,
    concurrencyPerAccount: maxReadsPerAccount,
    async handle(payload, { signal, finish }: JobContext) {
      const { url } = readSiteKind.payload.parse(payload);
      // Another job may have read it between the question and this job's start.
      if (!(await findSource(database, url))?.isDue) return;
      const store = await read(url, signal);
      await database.transaction().execute(async (transaction) => {
        await store(transaction);
        if (!(await finish(transaction))) throw new JobTakenOverError();
      });
    },
  };
}

type Store = (transaction: Transaction<Schema>) => Promise<void>;

function describeFailure(error: unknown, isTimeUp: boolean): Pick<ReadFailure, "failure" | "isRefused"> {
  if (isTimeUp) return { failure: "It took too long to answer.", isRefused: false };
  if (error instanceof PageUnreadError) return { failure: error.message, isRefused: error.isRefused };
  return { failure: "It could not be read.", isRefused: false };
}
