import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openEmbedded } from "../platform/database/embedded-database.ts";

/** Options of a test server. All are optional. */
export interface SandboxOptions {
  /** Port to listen on; a free one by default. */
  port?: number;
  /** Address to listen on, 127.0.0.1 by default. */
  host?: string;
  /** Origins beside localhost whose pages may call it, such as `https://app.example.com`; none by default. */
  allowOrigins?: readonly string[];
  /** Folder that keeps all data; by default data is deleted on close. */
  data?: string;
  /** Added latency: `none` (default), `real` or milliseconds. */
  latency?: "none" | "real" | number;
  seed?: number;
  logLevel?: "debug" | "info" | "warn" | "error" | "silent";
}

export interface RunningSandbox {
  /** Base URL, without a trailing slash. */
  url: string;
  /** Restores the initial state: credits, jobs, files, faults and clock. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = "127.0.0.1", latency = "none", seed = 1, logLevel = "warn", data } = options;
  const folder = data ? resolve(data) : mkdtempSync(join(tmpdir(), "mintwright-sandbox-"));
  if (data) mkdirSync(folder, { recursive: true });
  // The database opens while the server's code loads: each takes about half of the start.
  const [embedded, { composeSandbox }] = await Promise.all([
    openEmbedded({ folder: data && join(folder, "database") }),
    import("../composition/compose-sandbox.ts"),
  ]);
  const sandbox = await composeSandbox(embedded, {
    filesFolder: join(folder, "files"),
    host,
    allowedOrigins: options.allowOrigins ?? [],
    latency,
    seed,
    logLevel,
  });
  await sandbox.app.listen({ host, port });
  const { port: chosen } = sandbox.app.server.address() as AddressInfo;
  return {
    url: `http://${host}:${chosen}`,
    reset: sandbox.reset,
    async close() {
      await sandbox.stop();
      if (!data) rmSync(folder, { recursive: true, force: true });
    },
  };
}
