import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTool, type SandboxProcess, startSandboxProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Examples, writeExamples } from "../../apps/guide/write-examples.ts";
import { listReferenceEntries, type ReferenceEntry } from "../../apps/guide/write-reference.ts";
import { zipProject } from "../acceptance/zip-project.ts";
import { runCopied } from "./copied-commands.ts";

const python = findTool({ variable: "REQUESTS_PYTHON", purpose: "The Python examples of the API reference" });
const programs = { curl: "bash call.sh", typescript: "node call.ts", python: `${python} call.py` };
const files = { curl: "call.sh", typescript: "call.ts", python: "call.py" };

/** A public address that needs no name resolution. */
const hookHost = "https://1.1.1.1";

/** The sandbox has no chain with a drop and no pictures of articles: these are answered with `not_found`. */
const withoutData = new Set(["getDrop", "getDropWallet", "getNewsPicture"]);

describe("in curl", () => describeLanguage("curl"));
describe("in TypeScript", () => describeLanguage("typescript"));
describe.skipIf(!python)("in Python", () => describeLanguage("python"));

function describeLanguage(language: keyof Examples): void {
  let sandbox: SandboxProcess;
  let folder: string;
  let values: Record<string, string>;

  beforeAll(async () => {
    sandbox = await startSandboxProcess(["--latency", "none"]);
    folder = mkdtempSync(join(import.meta.dirname, ".reference-"));
    values = await prepareValues(sandbox.baseUrl);
  }, 120_000);

  afterAll(async () => {
    await sandbox?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  async function run(code: string): Promise<string> {
    writeFileSync(join(folder, files[language]), code);
    return runCopied(`cd ${folder} && ${programs[language]}`, {
      MINTWRIGHT_URL: sandbox.baseUrl,
      MINTWRIGHT_KEY: "test",
    });
  }

  // What deletes comes last, and a part before the whole.
  const rank = ({ request: { method, path } }: ReferenceEntry) => (method === "DELETE" ? 1 / path.length : 0);
  const entries = listReferenceEntries().sort((one, other) => rank(one) - rank(other));
  it.each(entries)("$operationId", { timeout: 60_000 }, async ({ operationId, request }) => {
    const known = operationId === "cancelCollection" ? await orderLongCollection(sandbox.baseUrl) : values;
    const code = writeExamples(request)
      [language].replaceAll(/\b(?:[A-Z]+_)*(?:ID|NUMBER|TOKEN|NAME|ADDRESS|WALLET|ZIP)\b/g, (name) =>
        findValue(known, operationId, name),
      )
      .replaceAll("https://example.com", hookHost);
    if (withoutData.has(operationId)) await expect(run(code)).rejects.toThrow(/not_found|404/);
    else await run(code);
  });
}

function findValue(values: Record<string, string>, operationId: string, name: string): string {
  const value = values[`${operationId} ${name}`] ?? values[name];
  if (!value) throw new Error(`no value for ${name} of ${operationId}`);
  return value;
}

const image = { prompt: "a fox", model: "velogen", width: 512, height: 512 };
const order = { ...image, walletAddress: `0x${"11".repeat(20)}`, chainId: 11155111 };

const createCaller = (baseUrl: string) => ({
  async call<Answer>(path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${baseUrl}${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        authorization: "Bearer test",
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return { headers: response.headers, data: (await response.json()) as Answer };
  },
});

/** One that is not completed before it is cancelled. */
async function orderLongCollection(baseUrl: string): Promise<Record<string, string>> {
  const { data } = await createCaller(baseUrl).call<{ collectionId: string }>("/nft/generate-nft-queue", {
    ...order,
    amount: 300,
  });
  return { COLLECTION_ID: data.collectionId };
}

/** Makes what the examples name: a completed collection, a shared image, a webhook endpoint and a news alert. */
async function prepareValues(baseUrl: string): Promise<Record<string, string>> {
  const { call } = createCaller(baseUrl);
  const stored = await call("/nft/generate-image?encoding=base64", image, { prefer: "store" });
  const itemId = stored.headers.get("x-library-item") ?? "";
  const shared = await call<{ data: { shareUrl: string } }>(`/library/${itemId}/share`, {});
  const {
    data: { collectionId },
  } = await call<{ collectionId: string }>("/nft/generate-nft-queue", { ...order, amount: 2 });
  const images = await vi.waitFor(
    async () => {
      const { data } = await call<{ data: { images: string[]; generated: boolean } }>(
        `/nft/progress/${collectionId}`,
      );
      expect(data.data.generated).toBe(true);
      return data.data.images;
    },
    { timeout: 60_000, interval: 200 },
  );
  const name = images[0]?.split("/").at(-1) ?? "";
  const hook = `${hookHost}/hooks/test`;
  const endpoint = await call<{ data: { id: string } }>("/webhooks/endpoints", { url: hook });
  const alert = await call<{ data: { id: string } }>("/news/alerts", { webhookUrl: hook });
  await call(`/webhooks/endpoints/${endpoint.data.data.id}/test`, {});
  const deliveries = await call<{ data: { deliveries: { id: string }[] } }>("/webhooks/deliveries");
  const news = await call<{ data: { id: number }[] }>("/news?limit=1");
  return {
    COLLECTION_ID: collectionId,
    NUMBER: "1",
    NAME: name,
    "getThumbnail NAME": name.replace(".png", ".webp"),
    PROJECT_ZIP: zipProject({ "Bank.sol": "pragma solidity ^0.8.20;\ncontract Bank {}\n" }),
    ITEM_ID: itemId,
    TOKEN: shared.data.data.shareUrl.split("/").at(-1) ?? "",
    ENDPOINT_ID: endpoint.data.data.id,
    "deleteNewsAlert ID": alert.data.data.id,
    "replayWebhookDelivery ID": deliveries.data.data.deliveries[0]?.id ?? "",
    "getNewsArticle ID": String(news.data.data[0]?.id),
    CHAIN_ID: "11155111",
    ADDRESS: `0x${"22".repeat(20)}`,
    WALLET: `0x${"33".repeat(20)}`,
  };
}
