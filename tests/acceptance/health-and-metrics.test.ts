import {
  askMintwright,
  assertLedgerAddsUp,
  createTestAccount,
  type PostgresServer,
  type RunningProcess,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, enhancePrompt } from "./call-api.ts";
import { expectError } from "./expect-error.ts";

let postgres: PostgresServer;
let isPostgresUp = false;
let api: RunningProcess;
let key: string;

// A server of its own, because it is taken away below.
beforeAll(async () => {
  postgres = await startPostgres();
  isPostgresUp = true;
  await askMintwright(["migrate"], { DATABASE_URL: postgres.url });
  api = await startProcess("api", { DATABASE_URL: postgres.url });
  key = (await createTestAccount(postgres.url)).key;
});

afterAll(async () => {
  await api?.kill();
  if (isPostgresUp) postgres.stop();
});

it("is live and ready, without a key", async () => {
  const live = await callApi(api, "/health/live");
  expect([live.status, live.body]).toEqual([200, { status: "live" }]);
  const ready = await callApi(api, "/health/ready");
  expect([ready.status, ready.body]).toEqual([200, { status: "ready" }]);
});

describe("metrics", () => {
  it("are on the second port, in Prometheus' format, and count what was answered", async () => {
    await enhancePrompt(api, key);
    await callApi(api, "/nope");
    const answer = await fetch(api.metricsUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
    const text = await answer.text();
    expect(text).toContain('mintwright_http_request_seconds_count{operation="enhancePrompt",status="200"} 1');
    expect(text).toContain('mintwright_http_request_seconds_count{operation="other",status="404"} 1');
    expect(text).toContain('mintwright_credits_charged_total{operation="enhancePrompt"} 0.5');
    expect(text).not.toContain(key.slice(0, 12));
  });

  it("are not on the public port, and the API is not on the second", async () => {
    expect(new URL(api.metricsUrl).port).not.toBe(new URL(api.baseUrl).port);
    expectError(await callApi(api, "/metrics"), 404, "not_found");
    expectError(await callApi(api, "/metrics", { key }), 404, "not_found");
    const { origin } = new URL(api.metricsUrl);
    for (const path of ["/nft/get-chains", "/credits/balance", "/health/live"]) {
      const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status, path).toBe(404);
    }
  });
});

describe("the address of metrics", () => {
  // Every 127.x.y.z is this machine: who listens on 127.0.0.1 alone does not answer on 127.0.0.2.
  const askElsewhere = (metricsUrl: string) =>
    fetch(metricsUrl.replace(/\/\/[^:]+:/, "//127.0.0.2:")).then(
      ({ status }) => status,
      () => "refused",
    );

  it.each(["api", "worker"] as const)(
    "of an %s is this machine alone unless METRICS_HOST is set",
    async (role) => {
      const environment = { DATABASE_URL: postgres.url, HOST: "0.0.0.0" };
      const asked: unknown[] = [];
      for (const settings of [{}, { METRICS_HOST: "0.0.0.0" }]) {
        const started = await startProcess(role, { ...environment, ...settings });
        asked.push(await askElsewhere(started.metricsUrl));
        expect(await started.stop()).toBe(0);
      }
      expect(asked).toEqual(["refused", 200]);
    },
  );
});

describe("when the database is gone", () => {
  beforeAll(async () => {
    await assertLedgerAddsUp(postgres.url);
    postgres.stop();
    isPostgresUp = false;
  });

  it("is live but not ready: 503 in the error shape, with Retry-After [ERR-10]", async () => {
    const ready = await callApi(api, "/health/ready");
    expect(expectError(ready, 503, "service_unavailable").message).toBe("The database is not reachable.");
    expect(Number(ready.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await callApi(api, "/health/live")).status).toBe(200);
  });

  it("answers calls with 503 and says that nothing is charged", async () => {
    for (const answer of [await enhancePrompt(api, key), await callApi(api, "/nft/get-chains", { key })]) {
      expect(expectError(answer, 503, "service_unavailable").message).toContain("Nothing is charged");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
  });

  it("still refuses what needs no database: no key, a malformed key, broken JSON, an unknown path", async () => {
    expectError(await callApi(api, "/credits/balance"), 401, "unauthorized");
    expectError(await callApi(api, "/credits/balance", { key: "mw_live_x" }), 401, "unauthorized");
    const broken = { text: "{", headers: { "content-type": "application/json" } };
    expectError(await callApi(api, "/nft/enhancePrompt", broken), 400, "malformed_json");
    expectError(await callApi(api, "/nope"), 404, "not_found");
  });

  it("keeps its documentation and its metrics", async () => {
    expect((await callApi(api, "/openapi.json")).status).toBe(200);
    expect((await fetch(api.metricsUrl)).status).toBe(200);
  });
});
