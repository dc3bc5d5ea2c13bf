import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, type ProjectSite, startProjectSite } from "@mintwright/test-harness";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { startRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/logging.ts";
import { createOutbound } from "../../platform/outbound/index.ts";
import { type RegisteredProcess, registerProcess } from "../../platform/process-registry.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { createPlaces, putOwnLimits } from "../limits/index.ts";
import { startReader } from "./__fixtures__/start-reader.ts";
import type { PageReader } from "./index.ts";
import { PageRefusedError } from "./project-sites.errors.ts";
import {
  deleteUnusedSources,
  ensureSource,
  findBestPassages,
  identify,
  storePages,
} from "./project-sites.repository.ts";

const { signal } = new AbortController();
const hour = 60 * 60_000;
const logger = createLogger("silent");
let clone: ClonedDatabase;
let self: RegisteredProcess;
let account: KeyedAccount;
let site: ProjectSite;
let downAuthority: string;
let readers: PageReader[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  self = await registerProcess(clone.database, "api", logger);
  account = await createKeyedAccount(clone.database);
  downAuthority = `127.0.0.1:${await findFreePort()}`;
});

afterAll(async () => {
  await self.stop();
  await clone.close();
});

beforeEach(async () => {
  // A port comes back now and then, and with it an address that was read before.
  await clone.query("delete from web_source");
  site = await startProjectSite();
});

afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.stop()));
  if (readers.length > 0) await clone.query("delete from pgboss.job where name = 'read-project-site'");
  readers = [];
  await site.stop();
});

/** A reader and a worker as two more processes would have them. */
async function createReader(
  changes: Parameters<typeof startReader>[1] = {},
  database: Database = clone.database,
): Promise<PageReader> {
  const outbound = createOutbound({ allow: [site.authority, downAuthority] });
  const { processId } = self;
  const reader = await startReader({ database, url: clone.url, outbound, processId }, changes);
  readers.push(reader);
  return reader;
}

function ask(reader: PageReader, url: string, question: string) {
  return reader.findPassages({
    accountId: account.accountId,
    pages: [{ field: "whitePaperUrl", url }],
    question,
    maxTokens: 1_500,
    signal,
  });
}

function serve(path: string, body: string | Buffer, type = "text/html; charset=utf-8"): string {
  site.files.set(path, { type, body });
  return site.origin + path;
}

async function makeDue(url: string): Promise<void> {
  await clone.query("update web_source set next_read_at = now() where source_id = $1", [identify(url)]);
}

/** Waits until it holds: what a page read does behind an answer takes a process start. */
function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 15_000, interval: 100 });
}

function countRequests(path: string): number {
  return site.requests.filter((request) => request.path === path).length;
}

describe("what is found", () => {
  it("carries its source, down to the page of a PDF", async () => {
    const { passages } = await ask(await createReader(), site.whitePaperUrl, "Is there a bug bounty?");
    expect(passages[0]).toEqual({
      source: `${site.whitePaperUrl}#page=3`,
      text: expect.stringContaining("11. Security\n"),
    });
  });

  it("stays within its budget", async () => {
    const reader = await createReader();
    const request = {
      accountId: account.accountId,
      pages: [{ field: "f", url: site.whitePaperUrl }],
      question: "plot steward fund",
      signal,
    };
    const small = await reader.findPassages({ ...request, maxTokens: 500 });
    const large = await reader.findPassages({ ...request, maxTokens: 3_000 });
    expect(small.passages.length).toBeGreaterThan(0);
    expect(small.passages.length).toBeLessThan(large.passages.length);
    expect(small.passages.map(({ text }) => text).join("").length).toBeLessThan(500 * 4);
  });

  it("is how the page begins when no word of the question occurs in it", async () => {
    const { passages } = await ask(await createReader(), site.whitePaperUrl, "¿Qué es eso?");
    expect(passages[0]?.text).toContain("Saltmarsh is a protocol that pays for the restoration");
  });

  it("is found by the stems of the page's own language", async () => {
    const url = serve(
      "/de",
      '<html lang="de-AT"><h1>Häuser</h1><p>Hinter den Deichen stehen keine Häuser.</p>',
    );
    const { passages } = await ask(await createReader(), url, "Steht ein Haus hinter dem Deich?");
    expect(passages[0]?.text).toContain("Hinter den Deichen");
  });

  it("survives questions that are no words, or queries in a language of their own", async () => {
    const reader = await createReader();
    for (const question of ["' | ! & :* <-> \\", "%%% \u0000 \ud800", "x".repeat(100_000), "a:b 'c\\' d"]) {
      expect((await ask(reader, site.whitePaperUrl, question)).passages.length).toBeGreaterThan(0);
    }
  });
});

it("finds passages in two books as soon as in two pages, statistics or not", async () => {
  const words = Array.from({ length: 4_000 }, (_, index) => `word${index}`);
  const urls = ["https://one.example/", "https://two.example/"];
  for (const [book, url] of urls.entries()) {
    const drafts = Array.from({ length: 1_100 }, (_, number) => ({
      place: null,
      heading: "A book",
      body: Array.from({ length: 130 }, (_, word) => words[(number * 131 + word * word + book) % 4_000]).join(
        " ",
      ),
    }));
    const page = {
      url,
      etag: null,
      lastModified: null,
      links: [],
      passages: { language: "english", drafts },
    };
    await clone.database.transaction().execute(async (transaction) => {
      await ensureSource(transaction, url);
      await storePages(transaction, url, [page], hour);
    });
  }
  const startedAt = performance.now();
  const found = await findBestPassages(clone.database, urls, words.slice(0, 40).join(" "), 20);
  expect(found).toHaveLength(20);
  // A tenth of a second on a quiet machine; it was half a minute when the ranking was done once per passage.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

describe("which pages are read", () => {
  it("are the named one and those of its site that it links to, each once, twelve at most", async () => {
    for (let page = 0; page < 30; page++) serve(`/more/${page}`, `<p>page number ${page}`);
    const links = Array.from({ length: 30 }, (_, page) => `<a href="/more/${page}#part">${page}</a>`).join(
      "",
    );
    const url = serve("/start", `<p>start${links}${links}<a href="/files/x.zip">zip</a>`);
    await ask(await createReader(), url, "page");
    const pages = site.requests.map(({ path }) => path).filter((path) => path !== "/robots.txt");
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages).toHaveLength(12);
    expect(pages).not.toContain("/files/x.zip");
  });

  it("are not those that robots.txt forbids us, except the named one", async () => {
    serve(
      "/robots.txt",
      "User-agent: *\nDisallow: /stewards\n\nUser-agent: Mintwright\nDisallow: /help\nDisallow: /start",
      "text/plain",
    );
    const url = serve("/start", '<p>named<a href="/help">help</a><a href="/stewards">stewards</a>');
    const { passages } = await ask(await createReader(), url, "named");
    expect(passages[0]?.text).toContain("named");
    expect(countRequests("/help")).toBe(0);
    expect(countRequests("/stewards")).toBe(1);
  });

  it("are those that could be read in time when one never answers", async () => {
    site.silent.add("/never");
    serve("/other", "<p>the other page of otters");
    const url = serve("/start", '<p>start<a href="/never">never</a><a href="/other">other</a>');
    const { passages, warnings } = await ask(await createReader({ wholeReadInMs: 8_000 }), url, "otters");
    expect(warnings).toEqual([]);
    expect(passages[0]).toEqual({ source: `${site.origin}/other`, text: "the other page of otters" });
  });

  it("keep apart what differs only in the query, which may be what makes a page private", async () => {
    const reader = await createReader();
    const first = serve("/report?token=one", "<p>the report of the first customer");
    const second = serve("/report?token=two", "<p>the report of the second customer");
    await ask(reader, first, "report");
    const { passages } = await ask(reader, second, "report of a customer");
    expect(passages).toEqual([{ source: second, text: "the report of the second customer" }]);
    const unknown = await ask(reader, `${site.origin}/report`, "report of a customer");
    expect(unknown.passages).toEqual([]);
  });

  it("are fetched without anything that would identify an account", async () => {
    const rows = await clone.query<{ table_name: string }>(
      "select table_name from information_schema.columns where table_name in ('web_source', 'web_page', 'web_passage') and column_name ~ 'account|key_id'",
    );
    expect(rows).toEqual([]);
  });
});

describe("how often a page is fetched", () => {
  it("is once, however many questions and processes come at the same time", async () => {
    const pools = Array.from({ length: 3 }, (_, index) => clone.connect(`process-${index}`));
    const processes = await Promise.all(pools.map((pool) => createReader({}, pool)));
    const answers = await Promise.all(
      processes.flatMap((reader) =>
        Array.from({ length: 20 }, () => ask(reader, site.whitePaperUrl, "bounty")),
      ),
    );
    for (const { passages, warnings } of answers) {
      expect(warnings).toEqual([]);
      expect(passages[0]?.text).toContain("bounty");
    }
    expect(countRequests("/white-paper.pdf")).toBe(1);
  });

  it("is not at all while it is fresh; then it is asked whether it changed, behind the answer", async () => {
    const reader = await createReader();
    await ask(reader, site.websiteUrl, "founders");
    const before = site.requests.length;
    await ask(reader, site.websiteUrl, "founders");
    expect(site.requests).toHaveLength(before);
    await makeDue(site.websiteUrl);
    await ask(reader, site.websiteUrl, "founders");
    await eventually(async () => {
      const [row] = await clone.query<{ is_fresh: boolean }>(
        "select next_read_at > now() as is_fresh from web_source where source_id = $1",
        [identify(site.websiteUrl)],
      );
      expect(row?.is_fresh).toBe(true);
    });
    const later = site.requests.slice(before).filter(({ path }) => path !== "/robots.txt");
    expect(later).toHaveLength(7);
    expect(later.every(({ isConditional }) => isConditional)).toBe(true);
    const { passages } = await ask(reader, site.websiteUrl, "Can I pay with a credit card?");
    expect(passages[0]?.text).toContain("by card through our partner Quay");
  });

  it("takes over what changed and forgets what is gone", async () => {
    const reader = await createReader();
    const url = serve("/start", '<p>start<a href="/a">a</a><a href="/b">b</a>');
    serve("/a", "<p>the walrus sleeps");
    serve("/b", "<p>the otter swims");
    expect((await ask(reader, url, "walrus")).passages[0]?.text).toBe("the walrus sleeps");
    serve("/a", "<p>the walrus wakes");
    site.files.delete("/b");
    await makeDue(url);
    await ask(reader, url, "walrus");
    await eventually(async () => {
      expect((await ask(reader, url, "walrus")).passages[0]?.text).toBe("the walrus wakes");
    });
    const { passages } = await ask(reader, url, "otter");
    expect(passages.some(({ text }) => text.includes("otter"))).toBe(false);
  });

  it("is stored by no worker whose job was taken over", async () => {
    const url = serve("/slow", "<p>late words");
    const reader = await createReader();
    const { answer } = await clone
      .connect("gate", 1)
      .transaction()
      .execute(async (gate) => {
        // The worker can read the page and not store it, so its job does not end before it is taken over.
        await sql`lock table web_page in share mode`.execute(gate);
        const answer = ask(reader, url, "words");
        // As if its heartbeats had not arrived: the job waits for another worker.
        await eventually(async () => {
          const [row] = await clone.query(
            `update pgboss.job set state = 'retry', start_after = now() + interval '2 seconds'
             where name = 'read-project-site' and state = 'active' returning id`,
          );
          expect(row).toBeDefined();
        });
        return { answer };
      });
    const { passages } = await answer;
    expect(passages[0]?.text).toBe("late words");
    expect(countRequests("/slow")).toBe(2);
  });

  it("leaves no job behind that names the account", async () => {
    await ask(await createReader(), site.whitePaperUrl, "bounty");
    expect(await clone.query("select 1 from pgboss.job where name = 'read-project-site'")).toEqual([]);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["that is not there", () => `${site.origin}/nothing`, "Its server answered 404."],
    ["whose server is down", () => `http://${downAuthority}/`, "connect"],
    ["of 100 megabytes", () => serve("/large", Buffer.alloc(100 * 1024 * 1024, "<p>word ")), "larger than"],
    [
      "that is an image",
      () => serve("/fox.png", Buffer.from("89504e470d0a1a0a00", "hex"), "image/png"),
      "neither a web page",
    ],
  ])(
    "a page %s is a warning that names its field, and other pages are used",
    async (_case, makeUrl, reason) => {
      const url = makeUrl();
      const { passages, warnings } = await (await createReader()).findPassages({
        accountId: account.accountId,
        pages: [
          { field: "companyWebsiteUrl", url },
          { field: "whitePaperUrl", url: site.whitePaperUrl },
        ],
        question: "Is there a bug bounty?",
        maxTokens: 1_500,
        signal,
      });
      expect(warnings).toEqual([
        expect.stringMatching(new RegExp(`^companyWebsiteUrl was left out\\. .*${reason}`)),
      ]);
      expect(passages[0]?.text).toContain("bounty");
    },
  );

  it("is left alone for a minute", async () => {
    const reader = await createReader();
    for (let round = 0; round < 3; round++) await ask(reader, `${site.origin}/nothing`, "x");
    expect(countRequests("/nothing")).toBe(1);
  });

  it("is answered from the last copy for a week", async () => {
    const reader = await createReader({ retryInMs: 500 });
    const url = serve("/page", "<p>copied words");
    await ask(reader, url, "words");
    site.files.delete("/page");
    await makeDue(url);
    expect((await ask(reader, url, "words")).passages[0]?.text).toBe("copied words");
    await eventually(() => expect(countRequests("/page")).toBe(2));
    expect(await ask(reader, url, "words")).toMatchObject({
      passages: [{ text: "copied words" }],
      warnings: [],
    });
    await clone.query("update web_source set read_at = now() - interval '8 days' where source_id = $1", [
      identify(url),
    ]);
    expect(await ask(reader, url, "words")).toEqual({
      passages: [],
      warnings: ["whitePaperUrl was left out. Its server answered 404."],
    });
  });

  it("in time is a warning, and is there for the next question", async () => {
    const reader = await createReader({ firstReadInMs: 1 });
    const { passages, warnings } = await ask(reader, site.whitePaperUrl, "bounty");
    expect(passages).toEqual([]);
    expect(warnings).toEqual(["whitePaperUrl was left out. It is still being read; ask again in a moment."]);
    await eventually(async () =>
      expect((await ask(reader, site.whitePaperUrl, "bounty")).passages).not.toEqual([]),
    );
  });

  it("does not hold a caller who leaves", async () => {
    const leaving = new AbortController();
    const pages = [{ field: "whitePaperUrl", url: site.whitePaperUrl }];
    const answer = (await createReader()).findPassages({
      accountId: account.accountId,
      pages,
      question: "x",
      maxTokens: 100,
      signal: leaving.signal,
    });
    leaving.abort(new Error("left"));
    await expect(answer).rejects.toThrow("left");
  });
});

describe("what must not be read", () => {
  it.each([
    ["an address of a private network", () => "http://10.0.0.7/paper.pdf", "public internet address"],
    [
      "the address of cloud metadata",
      () => "http://169.254.169.254/latest/meta-data/",
      "public internet address",
    ],
    ["this machine under another spelling", () => "http://0x7f000001/", "public internet address"],
    ["a page that redirects to this machine", () => `${site.origin}/inward`, "public internet address"],
    ["a file", () => "file:///etc/passwd", "http and https"],
    ["a password in the URL", () => "https://user:secret@example.com/", "password"],
    ["another port", () => "http://example.com:22/", "Port 22"],
  ])("is refused, naming the field: %s", async (_case, makeUrl, reason) => {
    site.redirects.set("/inward", "http://127.0.0.1/secret");
    const error = await ask(await createReader(), makeUrl(), "x").then(
      () => expect.fail("it was read"),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PageRefusedError);
    expect(error).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(new RegExp(`^whitePaperUrl cannot be read: .*${reason}`)),
      details: { issues: [{ path: "whitePaperUrl" }] },
    });
  });

  it("is forgotten when a page that was read begins to lead there", async () => {
    const reader = await createReader();
    const url = serve("/page", "<p>public words");
    await ask(reader, url, "words");
    site.files.delete("/page");
    site.redirects.set("/page", "http://192.168.0.1/");
    await makeDue(url);
    await ask(reader, url, "words");
    await eventually(() => expect(ask(reader, url, "words")).rejects.toThrow(PageRefusedError));
    expect(await clone.query("select 1 from web_page where source_id = $1", [identify(url)])).toEqual([]);
  });
});

it("deletes sources that no question has named for long, and keeps those in use", async () => {
  const reader = await createReader();
  await ask(reader, site.whitePaperUrl, "x");
  await clone.query("update web_source set used_at = now() - interval '40 days' where source_id = $1", [
    identify(site.whitePaperUrl),
  ]);
  await ask(reader, site.whitePaperUrl, "x");
  expect(await deleteUnusedSources(clone.database, startRound(), 30)).toBe(0);
  await clone.query("update web_source set used_at = now() - interval '40 days' where source_id = $1", [
    identify(site.whitePaperUrl),
  ]);
  expect(await deleteUnusedSources(clone.database, startRound(), 30)).toBe(1);
  const left = await clone.query("select 1 from web_passage where source_id = $1", [
    identify(site.whitePaperUrl),
  ]);
  expect(left).toEqual([]);
});

it("stops at once, and leaves the source to others", async () => {
  const reader = await createReader();
  const answer = ask(reader, site.whitePaperUrl, "bounty").catch(() => undefined);
  await sleep(50);
  await reader.stop();
  await answer;
  const { passages } = await ask(await createReader(), site.whitePaperUrl, "bounty");
  expect(passages[0]?.text).toContain("bounty");
});

describe("an account that has as many sites read as it may", () => {
  const countPlaces = () => clone.query("select 1 from account_place where kind = 'pages'");

  it("is refused another by any process until one is read, and other accounts are not", async () => {
    const busy = await createKeyedAccount(clone.database);
    await putOwnLimits(clone.database, busy.accountId, { pages: 1 });
    const urls = ["/one.html", "/two.html"].map((path) => serve(path, "<p>The bounty is paid in plots.</p>"));
    const find = (reader: PageReader, accountId: string, url = "") =>
      reader.findPassages({
        accountId,
        pages: [{ field: "whitePaperUrl", url }],
        question: "bounty",
        maxTokens: 500,
        signal,
      });
    // Another process reads a site for the account and has not finished.
    const places = createPlaces({ database: clone.database, processId: self.processId, logger });
    const freePlace = await places.take(busy.accountId, "pages");
    const refusal = { code: "too_many_at_once", details: { limit: "pages", value: 1 } };
    await expect(find(await createReader(), busy.accountId, urls[0])).rejects.toMatchObject(refusal);
    expect((await find(await createReader(), account.accountId, urls[1])).passages).not.toEqual([]);
    freePlace();
    await vi.waitFor(async () => expect(await countPlaces()).toEqual([]), 20_000);
    expect((await find(await createReader(), busy.accountId, urls[0])).passages).not.toEqual([]);
    await vi.waitFor(async () => expect(await countPlaces()).toEqual([]), 20_000);
  });
});
