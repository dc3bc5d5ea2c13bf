import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  loopbackSpellings,
  privateDestinations,
  refusedResponses,
  refusedUrls,
  zone,
} from "./__fixtures__/corpus.ts";
import { type HostileServer, startHostileServer } from "./__fixtures__/hostile-server.ts";
import { fenceToLoopback } from "./__fixtures__/loopback-fence.ts";
import { type NameServer, startNameServer } from "./__fixtures__/name-server.ts";
import { startTrap, type Trap } from "./__fixtures__/trap-server.ts";
import { createOutbound, type Outbound, OutboundError } from "./index.ts";
import type { OutboundRequest } from "./outbound-request.ts";
import { createDnsResolver } from "./resolve-host.ts";

/** Longer than any refusal takes on a busy machine, so that the deadline is never the reason. */
const TIMEOUT_IN_MS = 10_000;
/** The deadline of requests that end only by their deadline. */
const SHORT_TIMEOUT_IN_MS = 400;
/** How long after its deadline a request may end. */
const ROOM_IN_MS = 5_000;
const CLOSED_PORT = 9;

const fence = fenceToLoopback();
let trap: Trap;
let site: HostileServer;
let names: NameServer;
let outbound: Outbound;

beforeAll(async () => {
  trap = await startTrap();
  site = await startHostileServer();
  names = await startNameServer(zone);
  outbound = createOutbound({
    // The trap's port is allowed, so that only its address can be the reason for refusing it.
    allowedPorts: [80, 443, 8080, 8443, trap.port],
    allow: [`127.0.0.2:${site.port}`, `127.0.0.2:${CLOSED_PORT}`],
    resolve: createDnsResolver([names.address]),
  });
});

afterAll(async () => {
  await Promise.all([trap, site, names].map((server) => server[Symbol.asyncDispose]()));
  fence[Symbol.dispose]();
});

function fillPorts(url: string): string {
  return url
    .replaceAll("{trap}", String(trap.port))
    .replaceAll("{site}", String(site.port))
    .replaceAll("{closed}", String(CLOSED_PORT));
}

const timeoutFor = (code: string) => ({
  timeoutInMs: code === "timed_out" ? SHORT_TIMEOUT_IN_MS : TIMEOUT_IN_MS,
});

async function fetchRefused(url: string, given: Partial<OutboundRequest> = {}): Promise<string> {
  const request = { maxBytes: 100_000, timeoutInMs: TIMEOUT_IN_MS, ...given };
  const startedAt = performance.now();
  const failure = await outbound.fetch(fillPorts(url), request).then(
    (response) => new Error(`answered ${response.status}`),
    (error: unknown) => error,
  );
  expect(performance.now() - startedAt).toBeLessThan(request.timeoutInMs + ROOM_IN_MS);
  expect(trap.connections).toBe(0);
  expect(fence.blocked).toEqual([]);
  if (!(failure instanceof OutboundError)) {
    throw failure;
  }
  return failure.code;
}

function viaRedirect(location: string): string {
  return `http://127.0.0.2:{site}/redirect?to=${encodeURIComponent(fillPorts(location))}`;
}

const needsTypedImage: Partial<OutboundRequest> = { accept: ["image/png", "image/webp"] };

test("the corpus is as large as it claims to be, and repeats nothing", () => {
  const urls = [
    ...loopbackSpellings,
    ...privateDestinations,
    ...[...refusedUrls, ...refusedResponses].map(String),
  ];
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBeGreaterThanOrEqual(180);
});

describe("a URL that leads to a private address is refused", () => {
  test.each([...loopbackSpellings, ...privateDestinations])("%s", async (url) => {
    expect(await fetchRefused(url)).toBe("address_not_public");
  });
});

describe("a redirect to a private address is refused", () => {
  // Relative to a URL, `http:127.0.0.1` is a path on the same server; and a header cannot hold line breaks.
  const locations = [...loopbackSpellings, ...privateDestinations].filter((url) => !/^http:\d|\s/.test(url));

  test.each(locations)("%s", async (url) => {
    expect(await fetchRefused(viaRedirect(url))).toBe("address_not_public");
  });

  test.each([
    ["//127.0.0.1:{trap}/", "address_not_public"],
    ["\\\\127.0.0.1:{trap}\\", "address_not_public"],
    ["/\\127.0.0.1:{trap}/", "address_not_public"],
    ["http://public.test@127.0.0.1:{trap}/", "url_credentials"],
    ["file:///etc/passwd", "url_scheme"],
    ["gopher://127.0.0.1:{trap}/", "url_scheme"],
    ["http://public.test:22/", "url_port"],
    ["http://[::1", "url_invalid"],
  ])("%s", async (location, code) => {
    expect(await fetchRefused(viaRedirect(location))).toBe(code);
  });

  test("also behind a second redirect", async () => {
    const code = await fetchRefused(viaRedirect(viaRedirect("http://127.0.0.1:{trap}/")));
    expect(code).toBe("address_not_public");
  });
});

describe("a URL that is wrong in itself is refused", () => {
  test.each(refusedUrls)("%s", async (url, code) => {
    expect(await fetchRefused(url, timeoutFor(code))).toBe(code);
  });
});

describe("a response that cannot be put up with is refused", () => {
  test.each(refusedResponses)("%s", async (path, code) => {
    const request = { ...timeoutFor(code), ...(code === "content_type" && needsTypedImage) };
    expect(await fetchRefused(`http://127.0.0.2:{site}${path}`, request)).toBe(code);
    await expect.poll(() => site.openSockets.size).toBe(0);
  });
});

describe("the suite can fail", () => {
  test.each(loopbackSpellings)("without the address check, %s reaches the trap", async (url) => {
    await using openTrap = await startTrap();
    const unguarded = createOutbound({
      allow: [`127.0.0.1:${openTrap.port}`, `[::1]:${openTrap.port}`],
      resolve: createDnsResolver([names.address]),
    });
    const filled = url.replaceAll("{trap}", String(openTrap.port));
    const response = await unguarded.fetch(filled, { maxBytes: 100, timeoutInMs: TIMEOUT_IN_MS });
    expect(response.body.toString()).toBe("secret");
    expect(openTrap.connections).toBe(1);
  });

  test("a connection that leaves loopback is noticed, and stopped", async () => {
    const unguarded = createOutbound({ allow: ["10.0.0.1:80", "[fd00::1]:443"] });
    for (const url of ["http://10.0.0.1/", "https://[fd00::1]/"]) {
      const fetching = unguarded.fetch(url, { maxBytes: 100, timeoutInMs: TIMEOUT_IN_MS });
      await expect(fetching).rejects.toMatchObject({ cause: { code: "ERR_IP_BLOCKED" } });
    }
    expect(fence.blocked.splice(0)).toEqual(["10.0.0.1", "fd00::1"]);
  });
});
