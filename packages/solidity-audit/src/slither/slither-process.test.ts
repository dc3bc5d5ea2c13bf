import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createSlither } from "./slither-process.ts";

it("is not run if its network access cannot be removed and isolation is required", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-no-unshare-"));
  const wasRun = join(folder, "was-run");
  for (const [name, script] of Object.entries({ unshare: "exit 1", slither: `touch ${wasRun}` })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const request = {
    solcVersion: "0.8.30",
    solcLongVersion: "0.8.30",
    input: { sources: {} },
    outputText: "{}",
    signal: AbortSignal.timeout(10_000),
  };
  const bounds = { timeoutInMs: 5_000, memoryInMb: 512, maxOutputBytes: 1_000 };
  const analyse = (requiresIsolation: boolean) =>
    createSlither(join(folder, "slither"), { ...bounds, requiresIsolation }).analyse(request);
  expect(await analyse(true)).toEqual({
    status: "failed",
    reason: "was not run, because its network access cannot be removed on this server",
  });
  expect(existsSync(wasRun)).toBe(false);
  await analyse(false);
  expect(existsSync(wasRun)).toBe(true);
});
