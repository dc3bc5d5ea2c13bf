import { createOperations } from "@mintwright/api-contract";
import { type SandboxProcess, startSandboxProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";

let server: SandboxProcess;

beforeAll(async () => {
  server = await startSandboxProcess(["--latency", "none"]);
});

afterAll(() => server?.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.baseUrl}${path}`, { headers, redirect: "manual" });

const readText = (text: string) =>
  text
    .replaceAll("&amp;", "&")
    .replaceAll("&#38;", "&")
    .replaceAll(/&#39;|’/g, "'");

it("links, anchors and files of every page exist", { timeout: 120_000 }, async () => {
  const ids = new Map<string, Set<string>>();
  const links: { from: string; path: string; anchor: string | undefined }[] = [];
  const queue = ["/guide/"];
  for (const path of queue) {
    const response = await get(path);
    expect(response.status, path).toBe(200);
    if (!response.headers.get("content-type")?.startsWith("text/html")) {
      await response.arrayBuffer();
      ids.set(path, new Set());
      continue;
    }
    const html = await response.text();
    ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => readText(id))));
    for (const [, target = ""] of html.matchAll(/<[^>]+\s(?:href|src)="([^"]+)"/g)) {
      const url = new URL(readText(target), `${server.baseUrl}${path}`);
      if (url.origin !== server.baseUrl || !url.pathname.startsWith("/guide")) continue;
      const anchor = url.hash ? decodeURIComponent(url.hash.slice(1)) : undefined;
      links.push({ from: path, path: url.pathname, anchor });
      if (!queue.includes(url.pathname)) queue.push(url.pathname);
    }
  }
  expect([...ids.keys()].filter((path) => path.endsWith("/")).length).toBeGreaterThan(70);
  const broken = links.filter(
    ({ path, anchor }) => anchor !== undefined && anchor !== "" && !ids.get(path)?.has(anchor),
  );
  expect(broken).toEqual([]);
});

it("allows its own scripts only, and lets nobody frame it", async () => {
  const policy = (await get("/guide/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'|https?:|\*/);
});

it("revalidates pages, keeps hashed assets and compresses text", async () => {
  const page = await get("/guide/", { "accept-encoding": "gzip" });
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect(page.headers.get("content-encoding")).toBe("gzip");
  const etag = page.headers.get("etag") ?? "";
  // As browsers send it; fetch alone would ask for a fresh answer.
  const revalidation = { "if-none-match": etag, "cache-control": "max-age=0" };
  expect((await get("/guide/", revalidation)).status).toBe(304);
  const [asset] = /\/guide\/_astro\/[^"]+\.css/.exec(await page.text()) ?? [];
  expect((await get(asset ?? "")).headers.get("cache-control")).toContain("immutable");
});

it("redirects to the address of a page, and has a page for what does not exist", async () => {
  expect((await get("/guide")).headers.get("location")).toBe("/guide/");
  expect((await get("/guide/guides/images")).headers.get("location")).toBe("/guide/guides/images/");
  const missing = await get("/guide/missing/");
  expect(missing.status).toBe(404);
  expect(missing.headers.get("content-type")).toMatch("text/html");
  for (const path of ["/guide/..%2fpackage.json", "/guide/%2e%2e/package.json", "/guide//etc/passwd"])
    expect([400, 404], path).toContain((await get(path)).status);
});

it("has every operation in three languages, and the text for language models", async () => {
  const index = await (await get("/guide/llms.txt")).text();
  const links = [...index.matchAll(/\]\((\/guide\/reference\/[^)]+)\)/g)].map(([, path = ""]) => path);
  const pages = await Promise.all(links.map(async (path) => (await get(path)).text()));
  const text = pages.join("\n");
  const operations = Object.values(createOperations());
  const shown = readText(text);
  expect(operations.map(({ summary }) => summary).filter((summary) => !shown.includes(summary))).toEqual([]);
  for (const language of ["sh", "ts", "python"])
    expect(text.split(`<pre data-language="${language}"`)).toHaveLength(operations.length + 1);
  const full = await (await get("/guide/llms-full.txt")).text();
  expect(operations.map(({ summary }) => summary).filter((summary) => !full.includes(summary))).toEqual([]);
  expect(full).toContain("# Glossary");
});
