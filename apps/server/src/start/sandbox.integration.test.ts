import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { startSandbox } from "./sandbox.ts";

it("runs several times in one process, each on its own, and leaves nothing behind", {
  timeout: 120_000,
}, async () => {
  // A folder of its own for what is temporary: other tests start sandboxes at the same time.
  const folder = mkdtempSync(join(tmpdir(), "mintwright-temporary-"));
  vi.stubEnv("TMPDIR", folder);
  const [first, second] = await Promise.all([startSandbox(), startSandbox()]);
  expect(first.url).not.toBe(second.url);
  const prompt = {
    method: "POST",
    body: '{"prompt":"a fox"}',
    headers: { "content-type": "application/json" },
  };
  expect((await fetch(`${first.url}/nft/enhancePrompt`, prompt)).status).toBe(200);
  expect(await readBalance(first.url)).toBe(999.5);
  expect(await readBalance(second.url)).toBe(1_000);
  await first.reset();
  expect(await readBalance(first.url)).toBe(1_000);
  await Promise.all([first.close(), second.close()]);
  await expect(fetch(first.url)).rejects.toThrow("fetch failed");
  expect(readdirSync(folder).filter((name) => name.startsWith("mintwright-sandbox-"))).toEqual([]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function readBalance(url: string): Promise<number> {
  const answer = await fetch(`${url}/credits/balance`);
  return ((await answer.json()) as { data: { balance: number } }).data.balance;
}
