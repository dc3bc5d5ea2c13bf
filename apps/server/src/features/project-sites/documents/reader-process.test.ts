import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { forkReader } from "./reader-process.ts";

it("lets a document's process read its own program and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-probe-"));
  const secret = join(folder, ".env");
  writeFileSync(secret, "DATABASE_URL=postgres://secret");
  const child = forkReader(new URL("./__fixtures__/probe-worker.ts", import.meta.url), [secret], {
    heapInMb: 100,
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  const [answer] = await once(child, "message", { signal: AbortSignal.timeout(20_000) });
  expect(answer).toEqual({ succeeded: ["own program"] });
});
