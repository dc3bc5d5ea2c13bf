import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMintwright } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const databaseUrl = "postgres://mint:pg-secret-1@db.internal:5432/mintwright";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mintwright-config-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

function writeConfig(yaml: string): string {
  const path = join(folder, "mintwright.yaml");
  writeFileSync(path, yaml);
  return path;
}

const check = (environment: Record<string, string>, ...args: string[]) =>
  runMintwright(["config", "check", ...args], environment);

async function listMistakes(environment: Record<string, string>): Promise<string[]> {
  const { status, stdout, stderr } = await check(environment);
  expect([status, stdout]).toEqual([1, ""]);
  const [title, ...mistakes] = stderr.trimEnd().split("\n");
  expect(title).toBe("The configuration is invalid:");
  return mistakes.map((line) => line.replace(/^ {2}- /, "").replaceAll(folder, "FOLDER"));
}

const fullConfig = `
engines:
  local:
    type: openai
    baseUrl: http://localhost:8000/v1
    model: small
    apiKey: { env: ENGINE_KEY }
models:
  prompt_enhancer: local
limits:
  promptCharacters: 2000
`;

describe("config check", () => {
  it("prints what would be used, with defaults", async () => {
    const { status, stdout } = await check({ DATABASE_URL: databaseUrl }, "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      host: "0.0.0.0",
      port: 8080,
      metricsHost: "127.0.0.1",
      metricsPorts: { api: 9464, worker: 9465 },
      logLevel: "info",
      maxBodyBytes: 1_048_576,
      requestTimeoutInMs: 30_000,
      drainDelayInMs: 0,
      shutdownTimeoutInMs: 180_000,
      engines: { offline: { type: "offline" } },
      models: { prompt_enhancer: ["offline"] },
      limits: { promptCharacters: 4_000 },
    });
  });

  it("masks the secrets, in words and as JSON, and shows the rest", async () => {
    const environment = {
      DATABASE_URL: databaseUrl,
      MINTWRIGHT_CONFIG: writeConfig(fullConfig),
      ENGINE_KEY: "engine-secret-2",
    };
    for (const form of [[], ["--json"]]) {
      const { status, stdout } = await check(environment, ...form);
      expect(status).toBe(0);
      expect(stdout).toContain("postgres://mint:***@db.internal:5432/mintwright");
      expect(stdout).toContain("http://localhost:8000/v1");
      expect(stdout).toMatch(/"?apiKey"?: ?"?\*{3}/);
      expect(stdout).not.toMatch(/pg-secret-1|engine-secret-2/);
    }
  });

  it("masks a password that stands in the query of DATABASE_URL", async () => {
    const url = "postgres://db.internal/mintwright?user=mint&password=pg-secret-1";
    const { status, stdout } = await check({ DATABASE_URL: url });
    expect(status).toBe(0);
    expect(stdout.includes("pg-secret-1")).toBe(false);
  });

  it("masks a password that stands in an engine's address", async () => {
    const baseUrl = "http://user:engine-secret-2@localhost:8000/v1";
    const config = writeConfig(`engines: { local: { type: openai, baseUrl: "${baseUrl}", model: small } }`);
    const { status, stdout } = await check({ DATABASE_URL: databaseUrl, MINTWRIGHT_CONFIG: config });
    expect(status).toBe(0);
    expect(stdout.includes("engine-secret-2")).toBe(false);
  });

  it("reports the mistakes of environment and file at once, each with its key", async () => {
    const config = `
engines:
  local: { type: openai, baseUrl: "localhost:8000", model: small, tiemout: 5 }
  Bad_Name: { type: offline }
  other: { type: magic }
limits: { promptCharacters: 0 }
modles: {}
`;
    const mistakes = await listMistakes({
      MINTWRIGHT_CONFIG: writeConfig(config),
      PORT: "70000",
      LOG_LEVEL: "loud",
      REQUEST_TIMEOUT_MS: "soon",
    });
    const expected = [
      /^DATABASE_URL: is required, for example postgres:/,
      /^PORT: /,
      /^LOG_LEVEL: /,
      /^REQUEST_TIMEOUT_MS: /,
      /^FOLDER\/mintwright\.yaml: engines\.local\.baseUrl: must be a URL such as http/,
      /^FOLDER\/mintwright\.yaml: engines\.local: unknown key tiemout; check the spelling$/,
      /^FOLDER\/mintwright\.yaml: engines\.Bad_Name: /,
      /^FOLDER\/mintwright\.yaml: engines\.other\.type: type must be openai, offline, sketch, openai-images, sd-web or comfyui$/,
      /^FOLDER\/mintwright\.yaml: limits\.promptCharacters: /,
      /^FOLDER\/mintwright\.yaml: the file: unknown key modles; check the spelling$/,
    ];
    for (const pattern of expected) expect(mistakes).toContainEqual(expect.stringMatching(pattern));
    expect(mistakes).toHaveLength(expected.length);
  });

  it("reports mistakes between variables together with mistakes in single ones", async () => {
    const mistakes = await listMistakes({
      DATABASE_URL: databaseUrl,
      PORT: "http",
      TLS_CERT_FILE: "/etc/cert.pem",
      MINTWRIGHT_CONFIG: writeConfig("models: { prompt_enhancer: absent }"),
    });
    expect(mistakes).toContainEqual(expect.stringMatching(/^PORT: /));
    expect(mistakes).toContain("TLS_CERT_FILE and TLS_KEY_FILE must be set together, or neither");
    expect(mistakes).toContainEqual(expect.stringContaining("models.prompt_enhancer: there is no engine"));
  });

  it("names an engine that does not exist, and a secret that is not set or written into the file", async () => {
    const file = "FOLDER/mintwright.yaml";
    const withConfig = (yaml: string) =>
      listMistakes({ DATABASE_URL: databaseUrl, MINTWRIGHT_CONFIG: writeConfig(yaml) });
    expect(await withConfig("models: { prompt_enhancer: absent }")).toEqual([
      `${file}: models.prompt_enhancer: there is no engine named absent that generates text; engines are offline`,
    ]);
    expect(await withConfig(fullConfig)).toEqual([
      `${file}: engines.local.apiKey: the environment variable ENGINE_KEY is not set`,
    ]);
    expect(await withConfig(fullConfig.replace("{ env: ENGINE_KEY }", "engine-secret-2"))).toEqual([
      `${file}: engines.local.apiKey: must not contain the secret itself: use { env: NAME } or { file: PATH }`,
    ]);
  });

  it("says when the file is missing or is not YAML", async () => {
    const absent = join(folder, "absent.yaml");
    expect(await listMistakes({ DATABASE_URL: databaseUrl, MINTWRIGHT_CONFIG: absent })).toEqual([
      "MINTWRIGHT_CONFIG: cannot read FOLDER/absent.yaml (ENOENT)",
    ]);
    const [mistake] = await listMistakes({
      DATABASE_URL: databaseUrl,
      MINTWRIGHT_CONFIG: writeConfig("engines: [unclosed"),
    });
    expect(mistake).toMatch(/^FOLDER\/mintwright\.yaml: .*line 1/);
  });

  it("says that DATABASE_URL is wrong when it cannot be an address, without showing it", async () => {
    for (const url of ["mysql://u:pg-secret-1@h/d", "postgres://u:pg-secret-1@host:port/d"]) {
      const [mistake = ""] = await listMistakes({ DATABASE_URL: url });
      expect(mistake).toMatch(/^DATABASE_URL: /);
      expect(mistake).not.toContain("pg-secret-1");
    }
  });
});
