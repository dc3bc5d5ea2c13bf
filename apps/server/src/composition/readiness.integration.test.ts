import { type PostgresStandby, startStandby } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { connectDatabase } from "../platform/database/database.ts";
import { createReadinessCheck } from "./readiness.ts";

let clone: ClonedDatabase;
let standby: PostgresStandby;

beforeAll(async () => {
  clone = await cloneDatabase();
  standby = await startStandby(inject("databaseServerUrl"), "readiness");
});

afterAll(async () => {
  await standby.stop();
  await clone.close();
});

function connectTo(serverUrl: string) {
  const url = new URL(serverUrl);
  url.pathname = new URL(clone.url).pathname;
  return connectDatabase({
    url: url.href,
    poolSize: 1,
    applicationName: "readiness",
    onConnectionError() {},
  });
}

it("is ready on a primary and not on a standby, and says why", async () => {
  const [primary, copy] = [connectTo(clone.url), connectTo(standby.url)];
  expect(await createReadinessCheck(primary, undefined)()).toBeUndefined();
  expect(await createReadinessCheck(copy, undefined)()).toContain("read-only");
  await primary.destroy();
  await copy.destroy();
});
