import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./running-process.ts";

/** A MinIO server with one empty bucket. */
export interface MinioServer {
  endpoint: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The environment that makes an installation store its files there. */
  environment: Record<string, string>;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Where a server that is started again finds its files, and its clients find it. */
export interface MinioPlace {
  folder: string;
  port: number;
}

const startTimeoutInMs = 30_000;

/** Starts a server in a folder of its own, or at a given place, whose files it leaves. */
export async function startMinio(executable: string, place?: MinioPlace): Promise<MinioServer> {
  const folder = place?.folder ?? mkdtempSync(join(tmpdir(), "mintwright-minio-"));
  const bucket = "mintwright-test";
  // A folder below the root is a bucket: no client is needed to create it.
  mkdirSync(join(folder, bucket), { recursive: true });
  const credentials = { accessKeyId: "test-user", secretAccessKey: "test-password" };
  const [port, consolePort] = [place?.port ?? (await findFreePort()), await findFreePort()];
  const child = spawn(
    executable,
    [
      "server",
      "--quiet",
      "--address",
      `127.0.0.1:${port}`,
      "--console-address",
      `127.0.0.1:${consolePort}`,
      folder,
    ],
    {
      env: {
        HOME: folder,
        MINIO_ROOT_USER: credentials.accessKeyId,
        MINIO_ROOT_PASSWORD: credentials.secretAccessKey,
        MINIO_BROWSER: "off",
        MINIO_UPDATE: "off",
      },
      stdio: "ignore",
    },
  );
  const exited = once(child, "exit");
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startTimeoutInMs;
  while (
    !(await fetch(`${endpoint}/minio/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("MinIO did not start");
    await sleep(100);
  }
  return {
    endpoint,
    bucket,
    credentials,
    environment: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    child,
    async stop() {
      child.kill("SIGTERM");
      await exited;
      if (!place) rmSync(folder, { recursive: true, force: true });
    },
  };
}
