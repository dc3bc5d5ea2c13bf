import { findTool, type MinioServer, startMinio } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeObjectStore, listAll } from "./__fixtures__/object-store.conformance.ts";
import type { ObjectStore } from "./object-store.ts";
import { createS3Store, type S3StoreOptions } from "./s3-store.ts";

const minio = findTool({ variable: "MINIO", purpose: "keeping files in an S3 bucket" });

describe.skipIf(!minio)("with a MinIO server", () => {
  let server: MinioServer;

  beforeAll(async () => {
    server = await startMinio(minio as string);
  });

  afterAll(() => server?.stop());

  const createStore = (changes: Partial<S3StoreOptions> = {}): ObjectStore =>
    createS3Store({
      bucket: server.bucket,
      region: "us-east-1",
      endpoint: server.endpoint,
      prefix: "cell-aa/",
      usesPathStyle: true,
      credentials: server.credentials,
      ...changes,
    });

  const fail = async (changes: Partial<S3StoreOptions>) => {
    const store = createStore(changes);
    const failures = await Promise.all([
      store.put("one", Buffer.from("x")).catch((error: unknown) => error),
      store.putNew("one", Buffer.from("x")).catch((error: unknown) => error),
      store.get("one").catch((error: unknown) => error),
      store.open("one").catch((error: unknown) => error),
      listAll(store, "one").catch((error: unknown) => error),
    ]);
    store.close();
    for (const failure of failures) {
      expect(failure).toMatchObject({ name: "StorageError", code: "service_unavailable" });
      expect((failure as Error).message).toMatch(/^File storage is unavailable right now/);
    }
    return failures.map((failure) => (failure as { reason: string }).reason);
  };

  describeObjectStore("a bucket", () => createStore());

  it("keeps installations with other prefixes apart", async () => {
    const [one, other, all] = [
      createStore(),
      createStore({ prefix: "cell-bb/" }),
      createStore({ prefix: "" }),
    ];
    await one.put("apart/1", Buffer.from("one"));
    await other.put("apart/1", Buffer.from("other"));
    expect(await one.get("apart/1")).toEqual(Buffer.from("one"));
    expect(await listAll(other, "")).toEqual(["apart/1"]);
    expect((await listAll(all, "cell-bb/")).sort()).toEqual(["cell-bb/apart/1"]);
    for (const store of [one, other, all]) store.close();
  });

  it("lists more than one page", async () => {
    const store = createStore({ prefix: "pages/" });
    const names = Array.from({ length: 1_050 }, (_, index) => `n/${String(index).padStart(4, "0")}`);
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(names.slice(start, start + 50).map((name) => store.put(name, Buffer.from("x"))));
    expect(await listAll(store, "n/")).toEqual(names);
    store.close();
  });

  it("says that the bucket is missing", async () => {
    const reasons = await fail({ bucket: "no-such-bucket" });
    for (const reason of reasons)
      expect(reason).toMatch(
        /^bucket no-such-bucket does not exist at http.*: create it, or correct S3_BUCKET$/,
      );
  });

  it("says that the credentials are wrong", async () => {
    const advice = /rejects the credentials: check AWS_ACCESS_KEY_ID/;
    const { accessKeyId, secretAccessKey } = server.credentials;
    for (const credentials of [
      { accessKeyId, secretAccessKey: "wrong-password" },
      { accessKeyId: "somebody", secretAccessKey },
    ])
      for (const reason of await fail({ credentials })) expect(reason).toMatch(advice);
  });

  it("says that nobody answers, without making its caller wait for long", async () => {
    const startedAt = Date.now();
    const reasons = await fail({ endpoint: "http://127.0.0.1:1" });
    for (const reason of reasons) expect(reason).toMatch(/returned an unexpected response \(.*ECONNREFUSED/);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });
});
