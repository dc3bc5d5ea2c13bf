import {
  cancelCollection,
  createDatabase,
  createTestAccount,
  findProgress,
  type OtlpReceiver,
  queueCollection,
  type RunningProcess,
  startOtlpReceiver,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";

let database: TestDatabase;
let collector: OtlpReceiver;
let processes: RunningProcess[];

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  collector = await startOtlpReceiver();
  const environment = { DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  processes = [await startProcess("api", environment), await startProcess("worker", environment)];
});

afterAll(async () => {
  await collector?.stop();
  await database?.drop();
});

it("a worker exports a span for each job, linked to the request that queued it, and one for each image", async () => {
  const [api] = processes as [RunningProcess];
  const { key } = await createTestAccount(database.url, { credits: 1_000 });
  const collectionId = await queueCollection(api.baseUrl, key, { amount: 3 });
  await vi.waitFor(
    async () => expect(await findProgress(api.baseUrl, key, collectionId)).toMatchObject({ made: 3 }),
    { timeout: 30_000, interval: 200 },
  );
  const cancelledId = await queueCollection(api.baseUrl, key, { amount: 50 });
  await cancelCollection(api.baseUrl, key, cancelledId);
  await vi.waitFor(
    async () =>
      expect(
        await database.query(
          "select from pgboss.job where name = 'mark-cancelled-images' and state = 'completed'",
        ),
      ).toHaveLength(1),
    { timeout: 30_000, interval: 200 },
  );
  // Spans are sent in batches, the rest of them when a process stops.
  for (const running of processes) expect(await running.stop()).toBe(0);

  const { spans } = collector;
  expect([...new Set(spans.map(({ service }) => service))].sort()).toEqual([
    "mintwright-api",
    "mintwright-worker",
  ]);
  const request = spans.find(
    ({ service, attributes }) =>
      service === "mintwright-api" &&
      attributes.some(({ value }) => value.stringValue === `/nft/collections/${cancelledId}`),
  );
  expect(request).toBeDefined();
  const job = spans.find(({ name }) => name === "job mark-cancelled-images");
  expect(job?.service).toBe("mintwright-worker");
  expect(job?.attributes).toContainEqual({ key: "mintwright.attempt", value: { intValue: 1 } });
  expect(job?.links?.map(({ traceId }) => traceId)).toEqual([request?.traceId]);
  expect(job?.traceId).not.toBe(request?.traceId);

  const images = spans.filter(
    ({ name, attributes }) =>
      name === "image" && attributes.some(({ value }) => value.stringValue === collectionId),
  );
  expect(images.map(({ service }) => service)).toEqual(Array(3).fill("mintwright-worker"));
  const read = (name: string) =>
    images.map(({ attributes }) => attributes.find(({ key }) => key === name)?.value);
  expect(
    read("mintwright.image")
      .map((value) => value?.intValue)
      .sort(),
  ).toEqual([1, 2, 3]);
});
