import {
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
  startStandby,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase } from "../platform/database/database.ts";
import { migrateDatabase } from "../platform/database/migrations.ts";
import { createReadinessCheck } from "./readiness.ts";

let server: PostgresServer;
let standby: PostgresStandby;

beforeAll(async () => {
  // Not the server of all test files: others expect that no standby streams from it.
  server = await startPostgres();
  await migrateDatabase(server.url);
  standby = await startStandby(server.url, "readiness");
});

afterAll(async () => {
  await standby?.stop();
  server?.stop();
});

function connectTo(url: string) {
  return connectDatabase({
    url,
    poolSize: 1,
    applicationName: "readiness",
    onConnectionError() {},
  });
}

it("is ready on a primary and not on a standby, and says why", async () => {
  const [primary, copy] = [connectTo(server.url), connectTo(standby.url)];
  expect(await createReadinessCheck(primary, undefined)()).toBeUndefined();
  expect(await createReadinessCheck(copy, undefined)()).toContain("read-only");
  await primary.destroy();
  await copy.destroy();
});
