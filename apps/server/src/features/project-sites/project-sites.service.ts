import { setTimeout as sleep } from "node:timers/promises";
import { createWaitingLine } from "../../engines/concurrency-limiter.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logging.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import type { Places } from "../limits/index.ts";
import { fitBudget } from "./fit-budget.ts";
import { PageRefusedError, PageUnreadError } from "./project-sites.errors.ts";
import {
  claimSource,
  type FoundPassage,
  findBestPassages,
  findOpenings,
  findSource,
  listPages,
  releaseSource,
  type SourceState,
  storeFailure,
  storePages,
} from "./project-sites.repository.ts";
import { readSource } from "./read-source.ts";

/** A piece of a page, and where it stands. */
export interface Passage {
  source: string;
  text: string;
}

/** A page that a caller named, and the field that names it. */
export interface NamedPage {
  field: string;
  url: string;
}

/** What is to be found. */
export interface PassageRequest {
  accountId: string;
  pages: readonly NamedPage[];
  question: string;
  /** Bound on all passages together. */
  maxTokens: number;
  signal: AbortSignal;
}

/** What was found, and what could not be read; each warning names its field. */
export interface FoundPassages {
  passages: Passage[];
  warnings: string[];
}

/** Reads the pages that projects publish about themselves, and finds in them what fits a question. */
export interface PageReader {
  /** Fails with PageRefusedError when a page must not be read; one that cannot be read is a warning. */
  findPassages(request: PassageRequest): Promise<FoundPassages>;
  /** Ends what is being read. */
  stop(): Promise<void>;
}

/** How long things take and hold; the defaults are what an installation runs with. */
export interface PageTimes {
  /** How long a question waits for pages that were never read before. */
  firstReadInMs: number;
  /** How long all pages of one source may take. */
  wholeReadInMs: number;
  /** How long pages are taken for unchanged. */
  freshForInMs: number;
  /** How long an older copy is used while the source cannot be read. */
  usableForInMs: number;
  /** How long a source that failed is left alone. */
  retryInMs: number;
}

const defaultTimes: PageTimes = {
  firstReadInMs: 8_000,
  wholeReadInMs: 40_000,
  freshForInMs: 60 * 60_000,
  usableForInMs: 7 * 24 * 60 * 60_000,
  retryInMs: 60_000,
};

const sourcesAtOnce = 2;
const maxWaitingSources = 32;
const passagesToConsider = 20;
const questionCharacters = 4_000;
const pollInMs = 150;

/** Creates the reader. Everything it knows is in the database; a process adds only the reading itself. */
export function createPageReader(
  {
    database,
    outbound,
    places,
    logger,
  }: { database: Database; outbound: Outbound; places: Places; logger: Logger },
  times: PageTimes = defaultTimes,
): PageReader {
  const stopping = new AbortController();
  const line = createWaitingLine({ places: sourcesAtOnce, maxWaiting: maxWaitingSources });
  /** One attempt per source and process, however many questions wait for it. */
  const attempts = new Map<string, Promise<void>>();

  function attempt(url: string): Promise<void> {
    const running =
      attempts.get(url) ??
      attemptUntilDone(url)
        .catch((error) => {
          if (!stopping.signal.aborted)
            logger.error({ error, origin: new URL(url).origin }, "a page read failed");
        })
        .finally(() => attempts.delete(url));
    attempts.set(url, running);
    return running;
  }

  /** Reads a source on behalf of an account, unless it is being read here already. */
  async function attemptFor(accountId: string, url: string): Promise<void> {
    const running = attempts.get(url);
    if (running) return running;
    const freePlace = await places.take(accountId, "pages");
    await attempt(url).finally(freePlace);
  }

  /** Reads the source, or waits until another process has; its lease ends even when that process is dead. */
  async function attemptUntilDone(url: string): Promise<void> {
    for (;;) {
      stopping.signal.throwIfAborted();
      const turn = line.enter(stopping.signal);
      if (!turn) return;
      await turn;
      try {
        const token = await claimSource(database, url, times.wholeReadInMs + 5_000);
        if (token && (await readAndStore(url, token))) return;
      } finally {
        line.leave();
      }
      const state = await findSource(database, url);
      if (!state?.isDue) return;
      await sleep(pollInMs, undefined, { signal: stopping.signal });
    }
  }

  /** False when it took so long that the right to read has passed to another. */
  async function readAndStore(url: string, token: string): Promise<boolean> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(times.wholeReadInMs)]);
    try {
      const pages = await readSource({ outbound, signal }, url, await listPages(database, url));
      return await storePages(database, url, token, pages, times.freshForInMs);
    } catch (error) {
      if (stopping.signal.aborted) {
        await releaseSource(database, url, token);
        throw stopping.signal.reason;
      }
      const failure = signal.aborted ? "It took too long to answer." : describe(error);
      const isRefused = error instanceof PageUnreadError && error.isRefused;
      await storeFailure(database, url, token, { failure, isRefused, retryInMs: times.retryInMs });
      if (!(error instanceof PageUnreadError) && !signal.aborted) throw error;
      return true;
    }
  }

  /** Makes sure that a source was read, and says why it was not. */
  async function ensureRead(
    { field, url }: NamedPage,
    { accountId, signal }: Pick<PassageRequest, "accountId" | "signal">,
  ): Promise<string | undefined> {
    let state = await findSource(database, url);
    if (isUsable(state)) {
      if (state?.isDue) {
        attemptFor(accountId, url).catch((error) =>
          logger.info({ error, accountId, origin: new URL(url).origin }, "page not read again, will retry"),
        );
      }
      return undefined;
    }
    if (!state || state.isDue) {
      await untilDone(attemptFor(accountId, url), signal);
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
      await Promise.all(attempts.values());
    },
  };
}

/** The same page under two spellings is read once; the fragment never reaches a server. */
function normalise({ field, url }: NamedPage): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new PageRefusedError(field, "It is not a valid URL.");
  parsed.hash = "";
  return parsed.href;
}

function describe(error: unknown): string {
  return error instanceof PageUnreadError ? error.message : "It could not be read.";
}

function toPassage({ url, place, heading, body }: FoundPassage): Passage {
  return { source: place ? `${url}#${place}` : url, text: heading ? `${heading}\n${body}` : body };
}
