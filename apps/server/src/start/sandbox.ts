import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openEmbedded } from "../platform/database/embedded-database.ts";

/** How a test server is started. Everything may be left out. */
export interface SandboxOptions {
  /** Where it listens; a free port by default. */
  port?: number;
  /** The address it listens on, 127.0.0.1 by default. */
  host?: string;
  /** Origins beside localhost whose pages may call it, such as `https://app.example.com`; none by default. */
  allowOrigins?: readonly string[];
  /** A folder in which everything is kept; by default it is forgotten at the end. */
  data?: string;
  /** How long answers are held back, `none` by default. */
  latency?: "none" | "real" | number;
  /** Decides the simulated latency, 1 by default. */
  seed?: number;
  /** What it logs, `warn` by default. */
  logLevel?: "debug" | "info" | "warn" | "error" | "silent";
}

/** A test server that runs in this process. */
export interface RunningSandbox {
  /** Where it answers, without a slash at its end. */
  url: string;
  /** Starts from the beginning: credits, jobs, files, faults, clock. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a test server in this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = "127.0.0.1", latency = "none", seed = 1, logLevel = "warn", data } = options;
  const folder = data ? resolve(data) : mkdtempSync(join(tmpdir(), "mintwright-sandbox-"));
  if (data) mkdirSync(folder, { recursive: true });
  // The database starts while the server's code is loaded: each takes about half of the time until it is ready.
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
