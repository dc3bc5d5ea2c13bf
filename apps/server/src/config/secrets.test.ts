import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Config } from "./config.ts";
import { describeConfig } from "./describe-config.ts";
import { readConfig } from "./read-config.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configFile = join(folder, "mintwright.yaml");
const secretFile = join(folder, "secret");

function readEngine(apiKey: string, environment: Record<string, string> = {}) {
  writeFileSync(
    configFile,
    `engines: { vllm: { type: openai, baseUrl: "http://localhost:8000/v1", model: m, apiKey: ${apiKey} } }`,
  );
  const config = readConfig({
    DATABASE_URL: "postgres://db/x",
    MINTWRIGHT_CONFIG: configFile,
    ...environment,
  });
  return config.engines.vllm;
}

describe("an engine's secret", () => {
  it("comes from the environment variable that the file names", () => {
    expect(readEngine("{ env: MODEL_KEY }", { MODEL_KEY: "sk-1" })).toEqual({
      type: "openai",
      servers: [{ baseUrl: "http://localhost:8000/v1", maxConcurrent: 64, weight: 64 }],
      model: "m",
      apiKey: "sk-1",
      timeoutInMs: 60_000,
      silenceInMs: 30_000,
      streamTimeoutInMs: 300_000,
    });
  });

  it("comes from the file that the file names, without its last line end", () => {
    writeFileSync(secretFile, "sk-2\n");
    expect(readEngine(`{ file: ${secretFile} }`)).toMatchObject({ apiKey: "sk-2" });
  });

  it("is missed when the variable is not set or empty", () => {
    const words = `${configFile}: engines.vllm.apiKey: the environment variable MODEL_KEY is not set`;
    expect(() => readEngine("{ env: MODEL_KEY }")).toThrow(words);
    expect(() => readEngine("{ env: MODEL_KEY }", { MODEL_KEY: "" })).toThrow(words);
  });

  it("is missed when the file cannot be read", () => {
    const absent = join(folder, "absent");
    expect(() => readEngine(`{ file: ${absent} }`)).toThrow(
      `engines.vllm.apiKey: cannot read ${absent} (ENOENT)`,
    );
  });

  it("is missed when the file is empty", () => {
    writeFileSync(secretFile, "\n");
    expect(() => readEngine(`{ file: ${secretFile} }`)).toThrow("engines.vllm.apiKey");
  });

  it.each(["sk-plain", "{ env: A, file: B }", "{ name: A }"])("may not be written as %s", (text) => {
    expect(() => readEngine(text, { A: "a" })).toThrow(
      "engines.vllm.apiKey: must not contain the secret itself: use { env: NAME } or { file: PATH }",
    );
  });
});

describe("the dashboard's secrets", () => {
  const [secret, previousSecret] = ["s".repeat(32), "p".repeat(32)];
  const read = (environment: Record<string, string>) =>
    readConfig({
      DATABASE_URL: "postgres://db/x",
      PUBLIC_URL: "https://api.example.com",
      ...environment,
    });

  it("are the current one and, during a rotation, the one before, and neither is shown", () => {
    const config = read({ DASHBOARD_SECRET: secret, DASHBOARD_SECRET_PREVIOUS: previousSecret });
    expect(config.dashboard).toEqual({ secret, previousSecret, publicUrl: "https://api.example.com" });
    expect(describeConfig(config).dashboard).toMatchObject({ secret: "***", previousSecret: "***" });
    expect(JSON.stringify(describeConfig(config))).not.toMatch(/ssss|pppp/);
  });

  it.each([
    ["the same twice", { DASHBOARD_SECRET: secret, DASHBOARD_SECRET_PREVIOUS: secret }, "must differ"],
    ["a previous one alone", { DASHBOARD_SECRET_PREVIOUS: previousSecret }, "requires DASHBOARD_SECRET"],
    ["a short one", { DASHBOARD_SECRET: secret, DASHBOARD_SECRET_PREVIOUS: "short" }, "at least 32"],
  ])("refuse %s", (_case, environment, reason) => {
    expect(() => read(environment)).toThrow(`DASHBOARD_SECRET_PREVIOUS: `);
    expect(() => read(environment)).toThrow(reason);
  });
});

describe("the configuration as it may be shown", () => {
  const config: Config = {
    ...readConfig({ DATABASE_URL: "postgres://user:hunter2@db.example:5432/mintwright?sslmode=require" }),
    engines: {
      offline: { type: "offline" },
      vllm: {
        type: "openai",
        servers: [{ baseUrl: "http://model/v1", maxConcurrent: 1, weight: 1 }],
        model: "m",
        apiKey: "sk-hidden",
        timeoutInMs: 1,
        silenceInMs: 1,
        streamTimeoutInMs: 1,
      },
    },
  };

  it("masks the database's password and the engines' keys, and nothing else", () => {
    const shown = describeConfig(config);
    expect(shown.databaseUrl).toBe("postgres://user:***@db.example:5432/mintwright?sslmode=require");
    const servers = [{ baseUrl: "http://model/v1", maxConcurrent: 1, weight: 1 }];
    expect(shown.engines.vllm).toMatchObject({ apiKey: "***", servers, model: "m" });
    expect(shown.engines.offline).toEqual({ type: "offline" });
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|sk-hidden/);
    expect(shown).toMatchObject({ port: 8080, cell: "aa", limits: { promptCharacters: 4_000 } });
  });

  it("shows that an engine has no key, and a database no password", () => {
    const shown = describeConfig({
      ...config,
      databaseUrl: "postgres://db/x",
      engines: { vllm: { ...config.engines.vllm, apiKey: undefined } as Config["engines"][string] },
    });
    expect(shown.databaseUrl).toBe("postgres://db/x");
    expect(shown.engines.vllm).toMatchObject({ apiKey: undefined });
  });

  it("leaves the configuration itself as it is", () => {
    describeConfig(config);
    expect(config.engines.vllm).toMatchObject({ apiKey: "sk-hidden" });
  });

  it("masks a password in the query of the database's address, which the driver takes as well", () => {
    const databaseUrl = "postgres://db/x?user=u&password=hunter2";
    expect(JSON.stringify(describeConfig({ ...config, databaseUrl }))).not.toContain("hunter2");
  });

  it("masks passwords in the addresses of engines and of the trace collector", () => {
    const servers = [{ baseUrl: "https://user:hunter2@model.example/v1", maxConcurrent: 1, weight: 1 }];
    const shown = describeConfig({
      ...config,
      otlpEndpoint: "https://user:hunter3@collector.example",
      engines: { vllm: { ...config.engines.vllm, servers } as Config["engines"][string] },
    });
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|hunter3/);
  });

  it("can be made of every configuration that was accepted", () => {
    const accepted = readConfig({ DATABASE_URL: "postgres:///mintwright?host=/run/postgresql" });
    expect(describeConfig(accepted).databaseUrl).toContain("/run/postgresql");
    const odd = () => describeConfig(readConfig({ DATABASE_URL: "postgres://localhost:99999/x" }));
    expect(odd).toThrow("DATABASE_URL");
  });
});
