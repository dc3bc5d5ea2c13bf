import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logging.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import type { Places } from "../limits/index.ts";
import { fitBudget } from "./fit-budget.ts";
import { PageRefusedError } from "./project-sites.errors.ts";
import {
  ensureSource,
  type FoundPassage,
  findBestPassages,
  findOpenings,
  findSource,
  identify,
  type SourceState,
} from "./project-sites.repository.ts";
import { readSiteKind } from "./read-site.job.ts";

/** A passage of a page, and its URL. */
export interface Passage {
  source: string;
  text: string;
}

/** A page that a caller named, and the field that names it. */
export interface NamedPage {
  field: string;
  url: string;
}

/** A question about project sites. */
export interface PassageRequest {
  accountId: string;
  pages: readonly NamedPage[];
  question: string;
  /** Limit on all passages together. */
  maxTokens: number;
  signal: AbortSignal;
}

/** The passages, and a warning for each site that could not be read; each warning names its field. */
export interface FoundPassages {
  passages: Passage[];
  warnings: string[];
}

/** Finds the passages of project sites that match a question. Workers read the sites. */
export interface PageReader {
  /** Fails with PageRefusedError when a page must not be read; a page that cannot be read is a warning. */
  findPassages(request: PassageRequest): Promise<FoundPassages>;
  /** Stops waiting for sites that are being read. */
  stop(): Promise<void>;
}

/** How long a question waits and how long stored pages are used. */
export interface PageTimes {
  /** How long a question waits for sites that were never read before. */
  firstReadInMs: number;
  /** How long the account's place is taken for a read at most: a whole read, and its restart after a worker was killed. */
  longestWaitInMs: number;
  /** How long stored pages are used while the site cannot be read. */
  usableForInMs: number;
}

const defaultTimes: PageTimes = {
  firstReadInMs: 8_000,
  longestWaitInMs: 70_000,
  usableForInMs: 7 * 24 * 60 * 60_000,
};

const passagesToConsider = 20;
const questionCharacters = 4_000;
const pollInMs = 100;

/** Creates the reader. */
export function createPageReader(
  {
    database,
    enqueue,
    places,
    logger,
  }: { database: Database; enqueue: Enqueue; places: Places; logger: Logger },
  times: PageTimes = defaultTimes,
): PageReader {
  const stopping = new AbortController();
  /** One wait per site and process, however many questions need it. */
  const waits = new Map<string, Promise<void>>();

  /** Has a site read in the account's share of the workers, and waits until it was. */
  async function readFor(accountId: string, url: string): Promise<void> {
    const waiting = waits.get(url);
    if (waiting) return waiting;
    const freePlace = await places.take(accountId, "pages");
    const started =
      waits.get(url) ??
      requestAndWait(accountId, url)
        .catch((error) => {
          if (!stopping.signal.aborted)
            logger.error({ error, origin: new URL(url).origin }, "project site read not queued");
        })
        .finally(() => waits.delete(url));
    waits.set(url, started);
    await started.finally(freePlace);
  }

  async function requestAndWait(accountId: string, url: string): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      await ensureSource(transaction, url);
      await enqueue(transaction, readSiteKind.name, [{ url }], {
        accountId,
        key: identify(url).toString("hex"),
      });
    });
    const endsAt = Date.now() + times.longestWaitInMs;
    while (Date.now() < endsAt) {
      await sleep(pollInMs, undefined, { signal: stopping.signal });
      if (!(await findSource(database, url))?.isDue) return;
    }
  }

  /** Waits until a site was read. Returns a warning when it could not be. */
  async function ensureRead(
    { field, url }: NamedPage,
    { accountId, signal }: Pick<PassageRequest, "accountId" | "signal">,
  ): Promise<string | undefined> {
    let state = await findSource(database, url);
    if (isUsable(state)) {
      if (state?.isDue) {
        readFor(accountId, url).catch((error) =>
          logger.info(
            { error, accountId, origin: new URL(url).origin },
            "project site not refreshed, will retry at the next question",
          ),
        );
      }
      return undefined;
    }
    if (!state || state.isDue) {
      await untilDone(readFor(accountId, url), signal);
      state = await findSource(database, url);
    }
    if (isUsable(state)) return undefined;
    if (state?.isRefused) throw new PageRefusedError(field, state.failure ?? "");
    const reason = state?.failure ?? "It is still being read; ask again in a moment.";
    return `${field} was left out. ${reason}`;
  }

  async function untilDone(work: Promise<void>, signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const limit = sleep(times.firstReadInMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) });
    try {
      await Promise.race([work, limit]);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError) throw error;
    } finally {
      ended.abort();
    }
  }

  function isUsable(state: SourceState | undefined): boolean {
    return !!state?.readAt && Date.now() - state.readAt.getTime() < times.usableForInMs;
  }

  return {
    async findPassages({ accountId, pages, question, maxTokens, signal }) {
      const named = pages.map((page) => ({ ...page, url: normalise(page) }));
      const failures = await Promise.all(named.map((page) => ensureRead(page, { accountId, signal })));
      const urls = [...new Set(named.filter((_, index) => !failures[index]).map(({ url }) => url))];
      const warnings = failures.filter((failure) => failure !== undefined);
      if (urls.length === 0) return { passages: [], warnings };
      const asked = question.slice(0, questionCharacters).replaceAll("\0", " ").toWellFormed();
      let found = await findBestPassages(database, urls, asked, passagesToConsider);
      if (found.length === 0) found = await findOpenings(database, urls);
      return { passages: fitBudget(found.map(toPassage), maxTokens), warnings };
    },
    async stop() {
      stopping.abort(new Error("the process is stopping"));
      await Promise.all(waits.values());
    },
  };
}

/** Removes the fragment, which no server sees: one page under two spellings is read once. */
function normalise({ field, url }: NamedPage): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new PageRefusedError(field, "It is not a valid URL.");
  parsed.hash = "";
  return parsed.href;
}

function toPassage({ url, place, heading, body }: FoundPassage): Passage {
  return { source: place ? `${url}#${place}` : url, text: heading ? `${heading}\n${body}` : body };
}
