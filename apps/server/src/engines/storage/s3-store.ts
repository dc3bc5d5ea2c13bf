import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { assertObjectName, assertPrefix, type ByteRange, type ObjectStore } from "./object-store.ts";
import { explainS3Failure, hasStatus } from "./s3-errors.ts";

export interface S3StoreOptions {
  bucket: string;
  region: string;
  /** URL of an S3-compatible server; by default Amazon S3. */
  endpoint?: string | undefined;
  /** Prepended to every name, such as `cell-aa/`, so that several installations can share a bucket. */
  prefix: string;
  /** Puts the bucket into the path instead of the host name, as MinIO and Ceph need it. */
  usesPathStyle: boolean;
  /** By default the SDK looks in the environment, shared files and the instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { bucket: Bucket, prefix } = options;
  const client = new S3Client({
    region: options.region,
    forcePathStyle: options.usesPathStyle,
    maxAttempts: 3,
    // Many S3-compatible servers reject the newer checksums. The signature already covers the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 15_000 },
    ...(options.endpoint && { endpoint: options.endpoint }),
    ...(options.credentials && { credentials: options.credentials }),
  });
  const locate = (name: string) => {
    assertObjectName(name);
    return { Bucket, Key: `${prefix}${name}` };
  };

  /** Returns whether it wrote: with IfNoneMatch it does not replace an existing object. */
  async function write(name: string, bytes: Buffer, condition: { IfNoneMatch?: "*" }): Promise<boolean> {
    const request = { ...locate(name), ...condition, Body: bytes, ContentType: contentTypeOf(name) };
    try {
      await client.send(new PutObjectCommand(request));
      return true;
    } catch (error) {
      // 409 means that another write of the same name was in progress.
      const isTaken = hasStatus(error, 412) || (hasStatus(error, 409) && (await measure(name)));
      if (condition.IfNoneMatch && isTaken) return false;
      throw explainS3Failure(error, options);
    }
  }

  async function measure(name: string): Promise<{ bytes: number } | undefined> {
    const found = await unlessMissing(client.send(new HeadObjectCommand(locate(name))));
    return found && { bytes: found.ContentLength ?? 0 };
  }

  async function read(name: string, range?: ByteRange): Promise<GetObjectCommandOutput | undefined> {
    const place = locate(name);
    return unlessMissing(
      client.send(
        new GetObjectCommand({ ...place, ...(range && { Range: `bytes=${range.first}-${range.last}` }) }),
      ),
    );
  }

  async function unlessMissing<Result>(asked: Promise<Result>): Promise<Result | undefined> {
    try {
      return await asked;
    } catch (error) {
      if (hasStatus(error, 404) && (error as Error).name !== "NoSuchBucket") return undefined;
      throw explainS3Failure(error, options);
    }
  }

  return {
    async put(name, bytes) {
      await write(name, bytes, {});
    },
    putNew: (name, bytes) => write(name, bytes, { IfNoneMatch: "*" }),
    async get(name) {
      const found = await read(name);
      const bytes = await unlessMissing(Promise.resolve(found?.Body?.transformToByteArray()));
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    async open(name, range) {
      const found = await read(name, range);
      return found && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    },
    measure,
    async *list(start) {
      assertPrefix(start);
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}${start}`, ContinuationToken }))
          .catch((error) => {
            throw explainS3Failure(error, options);
          });
        for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(prefix.length);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    async delete(name) {
      await unlessMissing(client.send(new DeleteObjectCommand(locate(name))));
    },
    close: () => client.destroy(),
  };
}

/** Only for tools that read the bucket directly: our own routes know the content types. */
function contentTypeOf(name: string): string {
  if (name.endsWith(".png")) return "image/png";
  if (name.endsWith(".webp")) return "image/webp";
  return name.endsWith(".json") ? "application/json" : "application/octet-stream";
}
