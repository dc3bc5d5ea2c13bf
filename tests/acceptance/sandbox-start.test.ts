import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mintwrightCommand, runMintwright, startSandboxProcess } from "@mintwright/test-harness";
import { expect, it, vi } from "vitest";
import { callApi, enhancePrompt, getCredits } from "./call-api.ts";

const latencyPattern = /latency=(\d+)/;

it("listens on localhost port 3001 unless told otherwise [BOX-1]", { timeout: 60_000 }, async () => {
  const isTaken = await fetch("http://localhost:3001/").then(
    () => true,
    () => false,
  );
  const child = spawn(process.execPath, [mintwrightCommand, "sandbox", "--latency", "none"], {
    stdio: "pipe",
  });
  const ended = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  if (isTaken) {
    // Something else of this machine has the port: then the refusal names it.
    await ended;
    expect(said).toContain("3001");
    return;
  }
  await vi.waitFor(() => expect(said).toContain("The local test server is ready."), { timeout: 50_000 });
  const answer = await fetch("http://localhost:3001/credits/balance");
  expect([answer.status, await answer.json()]).toMatchObject([200, { data: { balance: 1_000 } }]);
  child.kill("SIGTERM");
  await ended;
});

it("names its port and host in its help [BOX-1]", async () => {
  const { stdout } = await runMintwright(["sandbox", "--help"], {});
  expect(stdout).toMatch(/--port <port> +port to listen on \(default: 3001\)/);
  expect(stdout).toMatch(/--host <host> +.*\(default: "localhost"\)/);
  expect(stdout).toMatch(/--latency <latency> +.*\(default: "real"\)/);
  expect((await runMintwright(["sandbox", "--latency", "slow"], {})).stderr).toContain(
    "none, real or a number",
  );
});

it("simulates latency per operation, the same for the same seed [BOX-12]", { timeout: 180_000 }, async () => {
  const sandbox = await startSandboxProcess(["--latency", "real", "--seed", "5"]);
  const measure = async () => {
    const seen: number[] = [];
    for (const path of ["/credits/balance", "/nft/styles", "/credits/balance", "/chat"]) {
      const begunAt = performance.now();
      const body = path === "/chat" ? { body: { question: "What is gas?" } } : {};
      const { headers } = await callApi(sandbox, path, body);
      const latencyInMs = Number(latencyPattern.exec(headers.get("x-mintwright-sandbox") ?? "")?.[1]);
      expect(latencyInMs).toBeGreaterThan(0);
      expect(performance.now() - begunAt).toBeGreaterThanOrEqual(latencyInMs - 1);
      seen.push(latencyInMs);
    }
    await callApi(sandbox, "/sandbox/reset", { method: "POST" });
    return seen;
  };
  const first = await measure();
  expect(await measure()).toEqual(first);
  expect(first[3]).toBeGreaterThan(first[0] ?? 0);
  expect(await sandbox.stop()).toBe(0);
});

it("keeps everything in a folder, and has no latency when told so [BOX-13]", {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-kept-"));
  const args = ["--data", folder, "--latency", "none"];
  const first = await startSandboxProcess(args);
  await enhancePrompt(first, "any", { headers: { "idempotency-key": "kept" } });
  await callApi(first, "/chat", { body: { question: "What is gas?", chatHistory: "on" } });
  await callApi(first, "/sandbox/clock", { body: { advanceInSeconds: 60 } });
  expect(await first.stop()).toBe(0);
  const second = await startSandboxProcess(args);
  expect(await getCredits(second, "any")).toEqual({ balance: 998.5, held: 0, spent: 1.5, granted: 1_000 });
  const replayed = await enhancePrompt(second, "any", { headers: { "idempotency-key": "kept" } });
  expect(replayed.headers.get("idempotency-replayed")).toBe("true");
  expect(replayed.headers.get("x-mintwright-sandbox")).toBe("sandbox");
  expect((await callApi(second, "/chat/chatHistory")).body).toMatchObject({ data: { count: 1 } });
  expect((await callApi(second, "/sandbox/clock")).body).toMatchObject({ data: { aheadInSeconds: 60 } });
  process.stdout.write(`the sandbox was ready after ${Math.round(second.startedInMs)} ms\n`);
  expect(await second.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});
