import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { createKeyedAccount, type KeyedAccount } from "../features/__fixtures__/index.ts";
import { getAccountCredits, verifyLedger } from "../features/credits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import {
  loopbackSpellings,
  privateDestinations,
  refusedResponses,
  refusedUrls,
  zone,
} from "../platform/outbound/__fixtures__/corpus.ts";
import { type HostileServer, startHostileServer } from "../platform/outbound/__fixtures__/hostile-server.ts";
import { fenceToLoopback } from "../platform/outbound/__fixtures__/loopback-fence.ts";
import { type NameServer, startNameServer } from "../platform/outbound/__fixtures__/name-server.ts";
import { startTrap, type Trap } from "../platform/outbound/__fixtures__/trap-server.ts";
import { createOutbound } from "../platform/outbound/index.ts";
import { createDnsResolver } from "../platform/outbound/resolve-host.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";

const timeoutInMs = 400;
/** The deadline, and room for a busy machine. */
const longestInMs = timeoutInMs + 5_000;
const requestsAtOnce = 10;
const closedPort = 9;

let clone: ClonedDatabase;
let platform: Platform;
let app: FastifyInstance;
let baseUrl: string;
let account: KeyedAccount;
let trap: Trap;
let site: HostileServer;
let names: NameServer;

beforeAll(async () => {
  clone = await cloneDatabase();
  account = await createKeyedAccount(clone.database);
  trap = await startTrap();
  site = await startHostileServer();
  names = await startNameServer(zone);
  const guard = createOutbound({
    // The trap's port is allowed, so that only its address can be the reason for refusing it.
    allowedPorts: [80, 443, 8080, 8443, trap.port],
    allow: [`127.0.0.2:${site.port}`, `127.0.0.2:${closedPort}`],
    resolve: createDnsResolver([names.address]),
  });
  const config = readConfig({ DATABASE_URL: clone.url, LOG_LEVEL: "silent" });
  platform = {
    ...(await composePlatform(config, "api")),
    outbound: { ...guard, fetch: (url, request) => guard.fetch(url, { ...request, timeoutInMs }) },
  };
  app = composeApi(config, platform);
  baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(async () => {
  await app.close();
  await platform.stop();
  await Promise.all([trap, site, names].map((server) => server[Symbol.asyncDispose]()));
  expect(await getAccountCredits(clone.database, account.accountId)).toMatchObject({ held: 0, spent: 0 });
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
});

function fillPorts(url: string): string {
  return url
    .replaceAll("{trap}", String(trap.port))
    .replaceAll("{site}", String(site.port))
    .replaceAll("{closed}", String(closedPort));
}

/** Asks for an image after the reference and returns what was answered, and in what time. */
async function generateFrom(image: string) {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/nft/generate-image`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "a fox", model: "velogen", width: 512, height: 512, image }),
  });
  const { message } = (await response.json()) as { message: string };
  return {
    image,
    status: response.status,
    charged: response.headers.get("x-credits-charged"),
    hasReason: message.length > 20,
    isInTime: performance.now() - startedAt < longestInMs,
  };
}

const viaRedirect = (url: string) =>
  `http://127.0.0.2:{site}/redirect?to=${encodeURIComponent(fillPorts(url))}`;
const privateUrls = [...loopbackSpellings, ...privateDestinations];

describe("a reference image is refused with 400, uncharged and in time [REF-2]", () => {
  it.each([
    ["leads to a private address", privateUrls],
    // Relative to a URL, `http:127.0.0.1` is a path on the same server; and a header cannot hold line breaks.
    [
      "is redirected to one",
      () => privateUrls.filter((url) => !/^http:\d|\s/.test(url)).map((url) => viaRedirect(url)),
    ],
    // An empty field is an absent one.
    ["is wrong in itself", refusedUrls.map(([url]) => url).filter(Boolean)],
    [
      "answers what cannot be put up with",
      refusedResponses.map(([path]) => `http://127.0.0.2:{site}${path}`),
    ],
  ])("when its URL %s", async (_, given) => {
    using fence = fenceToLoopback();
    const urls = (typeof given === "function" ? given() : given).map(fillPorts);
    expect(urls.length).toBeGreaterThan(30);
    const answers = [];
    for (let start = 0; start < urls.length; start += requestsAtOnce) {
      answers.push(...(await Promise.all(urls.slice(start, start + requestsAtOnce).map(generateFrom))));
    }
    expect(answers).toEqual(
      urls.map((image) => ({ image, status: 400, charged: "0", hasReason: true, isInTime: true })),
    );
    expect(trap.connections).toBe(0);
    expect(fence.blocked).toEqual([]);
  });
});
