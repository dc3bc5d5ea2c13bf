import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { findFreePort, startMinio } from "@mintwright/test-harness";

/** MinIO on a tmpfs that is small enough to be filled. */
export interface SmallObjectStore {
  hostAndPort: string;
  environment: Record<string, string>;
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Leaves no room for another object. */
  fill(): void;
  makeRoom(): void;
  list(): Promise<string[]>;
  get(name: string): Promise<Uint8Array | undefined>;
  delete(names: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const megabytes = 64;

/** Mounts the tmpfs, which only root may, and starts MinIO on it. */
export async function startSmallObjectStore(executable: string): Promise<SmallObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-small-store-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  const place = { folder, port: await findFreePort() };
  let server = await startMinio(executable, place);
  const { bucket: Bucket, credentials, endpoint } = server;
  const client = new S3Client({ region: "us-east-1", endpoint, credentials, forcePathStyle: true });
  const filling = join(folder, "filling");
  const trash = join(folder, ".minio.sys/tmp/.trash");
  const kill = async () => {
    if (server.child.exitCode !== null || server.child.signalCode !== null) return;
    const exited = once(server.child, "exit");
    server.child.kill("SIGKILL");
    await exited;
  };
  return {
    hostAndPort: `127.0.0.1:${place.port}`,
    environment: server.environment,
    pause: () => void server.child.kill("SIGSTOP"),
    resume: () => void server.child.kill("SIGCONT"),
    kill,
    async restart() {
      server = await startMinio(executable, place);
    },
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(filling, Buffer.alloc(bavail * bsize));
      } catch (error) {
        // An object that was written meanwhile took some of the room.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    makeRoom: () => rmSync(filling, { force: true }),
    async list() {
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      return names;
    },
    async get(Key) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch((error: Error) => {
        if (error.name === "NoSuchKey") return undefined;
        throw error;
      });
      return found?.Body?.transformToByteArray();
    },
    async delete(names) {
      await Promise.all(names.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
      // MinIO itself empties its trash every five minutes.
      for (const name of readdirSync(trash)) rmSync(join(trash, name), { recursive: true, force: true });
    },
    async stop() {
      client.destroy();
      await kill();
      execFileSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
