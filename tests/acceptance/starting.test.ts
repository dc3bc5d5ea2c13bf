import { createServer, type Server } from "node:net";
import { createDatabase, startProcess, type TestDatabase } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { attemptStart } from "./attempt-start.ts";
import { callApi } from "./call-api.ts";

let database: TestDatabase;
let occupant: Server;
let occupiedPort: string;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"));
  occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, "127.0.0.1", resolve));
  occupiedPort = String((occupant.address() as { port: number }).port);
});

afterAll(async () => {
  occupant.close();
  await database.drop();
});

it("starts on an empty database: the API brings it up to date itself", async () => {
  const api = await startProcess("api", { DATABASE_URL: database.url });
  expect((await callApi(api, "/health/ready")).status).toBe(200);
  expect(await api.stop()).toBe(0);
});

describe("a process that cannot start says why in a sentence and ends with 1", () => {
  it("when the database cannot be reached", async () => {
    const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    for (const role of ["api", "worker"] as const) {
      expect(await attemptStart(role, nowhere)).toEqual({
        exitCode: 1,
        stderr: "The database cannot be reached. Start PostgreSQL and check DATABASE_URL.\n",
      });
    }
  });

  it("when the configuration is wrong", async () => {
    const { exitCode, stderr } = await attemptStart("api", { DATABASE_URL: database.url, PORT: "http" });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The configuration is invalid:\n {2}- PORT: /);
  });

  it("when its port is taken", async () => {
    const environment = { DATABASE_URL: database.url, PORT: occupiedPort };
    const { exitCode, stderr } = await attemptStart("api", environment);
    expect(stderr).toContain("Choose another PORT or METRICS_PORT");
    expect(exitCode).toBe(1);
  });

  it("when its metrics port is taken", async () => {
    const environment = { DATABASE_URL: database.url, METRICS_PORT: occupiedPort };
    const { exitCode, stderr } = await attemptStart("worker", environment);
    expect(stderr).toContain("Choose another PORT or METRICS_PORT");
    expect(exitCode).toBe(1);
  });

  it("when its certificate cannot be read", async () => {
    const files = { TLS_CERT_FILE: "/nonexistent/cert.pem", TLS_KEY_FILE: "/nonexistent/key.pem" };
    const { exitCode, stderr } = await attemptStart("api", { DATABASE_URL: database.url, ...files });
    expect(stderr).toContain("/nonexistent/cert.pem");
    expect(stderr).not.toContain("    at ");
    expect(exitCode).toBe(1);
  });
});
