import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError } from "./config.ts";
import { describeConfig } from "./describe-config.ts";
import { readConfig } from "./read-config.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const databaseUrl = "postgres://user:secret@localhost:5432/mintwright";
const readableFile = import.meta.filename;
let files = 0;

function writeFile(text: string): string {
  const path = join(folder, `file-${files++}.yaml`);
  writeFileSync(path, text);
  return path;
}

function readWith(yaml: string, environment: Record<string, string> = {}) {
  return readConfig({ DATABASE_URL: databaseUrl, MINTWRIGHT_CONFIG: writeFile(yaml), ...environment });
}

function listProblems(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map((text) => text.replace(/^\S*\.yaml: /, "file: "));
    throw error;
  }
  throw new Error("the configuration was accepted");
}

describe("with nothing but a database", () => {
  it("fills in every default", () => {
    expect(readConfig({ DATABASE_URL: databaseUrl })).toEqual({
      databaseUrl,
      databasePoolSize: 8,
      host: "0.0.0.0",
      port: 8080,
      metricsHost: "127.0.0.1",
      metricsPorts: { api: 9464, worker: 9465 },
      cell: "aa",
      logLevel: "info",
      tls: undefined,
      corsOrigins: [],
      trustedProxies: [],
      otlpEndpoint: undefined,
      maxBodyBytes: 1_048_576,
      requestTimeoutInMs: 30_000,
      drainDelayInMs: 0,
      shutdownTimeoutInMs: 180_000,
      storage: { type: "directory", directory: "./mintwright-storage" },
      publicUrl: undefined,
      dashboard: undefined,
      mail: { smtpUrl: undefined, from: "Mintwright <mintwright@localhost>" },
      engines: { offline: { type: "offline" }, sketch: { type: "sketch" } },
      models: {
        prompt_enhancer: ["offline"],
        general_assistant: ["offline"],
        news_writer: ["offline"],
      },
      assistant: { temperature: 0.7, maxTokens: 1_024, contextTokens: 8_192 },
      imageModels: {
        velogen: { engine: "sketch" },
        nebula_forge_xl: { engine: "sketch" },
        VisionaryForge: { engine: "sketch" },
        Dale3: { engine: "sketch" },
      },
      limits: {
        promptCharacters: 4_000,
        promptsPerRequest: 10,
        questionCharacters: 200_000,
        sdkUniqueIdCharacters: 255,
        collectionImages: 10_000,
        account: {
          ratePerMinute: 12_000,
          keys: 100,
          streams: 100,
          storedBytes: 53_687_091_200,
          pages: 8,
          heavyOperations: 8,
        },
      },
      collections: { imagesPerAccount: 64, enginePatienceInMs: 3_600_000 },
      signIn: { deleteUnconfirmedAfterDays: 3 },
      retention: {
        chatDays: "forever",
        imageDays: "forever",
        libraryDays: "forever",
        usageMonths: 25,
        logDays: 30,
        logBodyDays: 7,
        webhookLogDays: 30,
        newsDays: 730,
      },
      logs: { fullRatePerSecond: 20, storesBodies: false },
      news: { gather: false, feeds: expect.any(Array), minIntervalInSeconds: 300, freeArticlesPerDay: 30 },
      audit: { requireIsolation: false },
      contentCredentials: {},
      moderation: { blockedWords: [] },
      outboundAllow: [],
      chains: {},
      minting: {
        maxGasPerMint: 500_000,
        maxAttemptsPerToken: 3,
        maxFeePerGasInGwei: 500,
        priceInCredits: 0,
      },
      pinning: undefined,
    });
  });

  it("takes an empty variable for one that is not set", () => {
    const names = ["PORT", "HOST", "LOG_LEVEL", "TLS_CERT_FILE", "MINTWRIGHT_CONFIG", "MINTWRIGHT_CELL"];
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    expect(readConfig({ DATABASE_URL: databaseUrl, ...empty })).toEqual(
      readConfig({ DATABASE_URL: databaseUrl }),
    );
    expect(listProblems(() => readConfig({ DATABASE_URL: "" }))).toEqual([
      expect.stringMatching(/^DATABASE_URL: is required, for example postgres:/),
    ]);
  });

  it("reads every variable", () => {
    const config = readConfig({
      DATABASE_URL: "postgresql://db/x",
      DATABASE_POOL_SIZE: "20",
      HOST: "::1",
      PORT: "0",
      METRICS_HOST: "10.0.0.7",
      METRICS_PORT: "65535",
      MINTWRIGHT_CELL: "eu",
      LOG_LEVEL: "silent",
      TLS_CERT_FILE: readableFile,
      TLS_KEY_FILE: readableFile,
      TRUSTED_PROXIES: " 10.0.0.1 , 10.0.1.0/24,",
      CORS_ORIGINS: "https://app.example.com, http://localhost:5173",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
      MAX_BODY_BYTES: "2048",
      REQUEST_TIMEOUT_MS: "100",
      DRAIN_DELAY_MS: "10000",
      SHUTDOWN_TIMEOUT_MS: "3600000",
    });
    expect(config).toMatchObject({
      databaseUrl: "postgresql://db/x",
      databasePoolSize: 20,
      host: "::1",
      port: 0,
      metricsHost: "10.0.0.7",
      metricsPorts: { api: 65_535, worker: 65_535 },
      cell: "eu",
      logLevel: "silent",
      tls: { certFile: readableFile, keyFile: readableFile },
      trustedProxies: ["10.0.0.1", "10.0.1.0/24"],
      corsOrigins: ["https://app.example.com", "http://localhost:5173"],
      otlpEndpoint: "http://localhost:4318",
      maxBodyBytes: 2_048,
      requestTimeoutInMs: 100,
      drainDelayInMs: 10_000,
      shutdownTimeoutInMs: 3_600_000,
    });
  });
});

describe("the place of files", () => {
  const readStorage = (environment: Record<string, string>) =>
    readConfig({ DATABASE_URL: databaseUrl, ...environment }).storage;

  it("is a directory, or a bucket when one is named", () => {
    expect(readStorage({ STORAGE_DIRECTORY: "/data" })).toEqual({ type: "directory", directory: "/data" });
    expect(readStorage({ S3_BUCKET: "files", S3_REGION: "eu-west-1" })).toEqual({
      type: "s3",
      bucket: "files",
      region: "eu-west-1",
      endpoint: undefined,
      prefix: "",
      usesPathStyle: false,
      credentials: undefined,
    });
    const credentials = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
    expect(
      readStorage({ S3_BUCKET: "files", S3_ENDPOINT: "http://minio:9000", S3_PREFIX: "a/b", ...credentials }),
    ).toMatchObject({
      endpoint: "http://minio:9000",
      prefix: "a/b/",
      usesPathStyle: true,
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    });
    const hosted = { S3_BUCKET: "files", S3_ENDPOINT: "https://s3.example.com", S3_PATH_STYLE: "false" };
    expect(readStorage(hosted)).toMatchObject({ usesPathStyle: false });
  });

  it.each([
    [{ S3_BUCKET: "files", STORAGE_DIRECTORY: "/data" }, /set only one of them/],
    [{ S3_BUCKET: "Files!" }, /^S3_BUCKET: must be the name of a bucket/],
    [{ S3_BUCKET: "files", S3_PREFIX: "../x" }, /^S3_PREFIX: must be folders/],
    [{ S3_BUCKET: "files", S3_ENDPOINT: "minio" }, /^S3_ENDPOINT: must be a URL/],
    [{ S3_BUCKET: "files", S3_PATH_STYLE: "maybe" }, /^S3_PATH_STYLE: must be true or false/],
    [
      { S3_BUCKET: "files", AWS_ACCESS_KEY_ID: "id" },
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together/,
    ],
    [{ PUBLIC_URL: "api.example.com" }, /^PUBLIC_URL: must be a URL/],
    [{ PUBLIC_URL: "https://x.example/?a=b" }, /^PUBLIC_URL: must have no query/],
  ])("is refused in %j", (environment, problem) => {
    expect(listProblems(() => readConfig({ DATABASE_URL: databaseUrl, ...environment }))).toEqual([
      expect.stringMatching(problem),
    ]);
  });

  it("is shown without its secret, and the public address without a slash at its end", () => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      S3_BUCKET: "files",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "hidden-secret",
      PUBLIC_URL: "https://api.example.com/mint/",
    });
    expect(JSON.stringify(describeConfig(config))).not.toContain("hidden-secret");
    expect(config.publicUrl).toBe("https://api.example.com/mint");
  });
});

describe("mistakes in the environment", () => {
  it("are reported all at once, each with its name", () => {
    const problems = listProblems(() =>
      readConfig({
        PORT: "70000",
        METRICS_PORT: "abc",
        DATABASE_POOL_SIZE: "0",
        MINTWRIGHT_CELL: "EU",
        LOG_LEVEL: "loud",
        OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
        MAX_BODY_BYTES: "1.5",
        REQUEST_TIMEOUT_MS: "1",
      }),
    );
    expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual([
      "DATABASE_POOL_SIZE",
      "DATABASE_URL",
      "LOG_LEVEL",
      "MAX_BODY_BYTES",
      "METRICS_PORT",
      "MINTWRIGHT_CELL",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "PORT",
      "REQUEST_TIMEOUT_MS",
    ]);
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+: .{10,}/);
  });

  it.each(["mysql://localhost/x", "localhost:5432"])("include the database address %s", (url) => {
    expect(listProblems(() => readConfig({ DATABASE_URL: url }))).toEqual([
      "DATABASE_URL: must start with postgres://",
    ]);
  });

  it.each([{ TLS_CERT_FILE: readableFile }, { TLS_KEY_FILE: readableFile }])(
    "include half a TLS pair: %j",
    (half) => {
      const words = ["TLS_CERT_FILE and TLS_KEY_FILE must be set together, or neither"];
      expect(listProblems(() => readConfig({ DATABASE_URL: databaseUrl, ...half }))).toEqual(words);
    },
  );

  it("include a certificate that cannot be read", () => {
    const problems = listProblems(() =>
      readConfig({ DATABASE_URL: databaseUrl, TLS_CERT_FILE: "/no/cert.pem", TLS_KEY_FILE: readableFile }),
    );
    expect(problems).toEqual(["TLS_CERT_FILE: cannot read /no/cert.pem (ENOENT)"]);
  });

  it("include half a TLS pair beside another mistake", () => {
    const problems = listProblems(() =>
      readConfig({ PORT: "x", TLS_KEY_FILE: readableFile, DATABASE_URL: databaseUrl }),
    );
    expect(problems).toHaveLength(2);
    expect(problems.join("\n")).toContain("TLS_CERT_FILE and TLS_KEY_FILE must be set together");
  });

  it("are told in one message, a line each", () => {
    const error = new ConfigError(["PORT: a", "HOST: b"]);
    expect(error.message).toBe("The configuration is invalid:\n  - PORT: a\n  - HOST: b");
  });
});

describe("mistakes in the file", () => {
  it("are reported together with those of the environment, with the path of each key", () => {
    const yaml = `
engines:
  vllm: { type: openai, baseUrl: "ftp://x", timeoutInMs: 5 }
  other: { type: magic }
limits: { promptCharacters: 0 }
modles: {}
`;
    const problems = listProblems(() => readWith(yaml, { PORT: "x" }));
    expect(problems.map((problem) => problem.replace(/^(file: )?([^:]+):.*/, "$1$2")).sort()).toEqual([
      "PORT",
      "file: engines.other.type",
      "file: engines.vllm.baseUrl",
      "file: engines.vllm.model",
      "file: engines.vllm.timeoutInMs",
      "file: limits.promptCharacters",
      "file: the file",
    ]);
    const words = problems.join("\n");
    expect(words).toContain("must be a URL such as http://localhost:8000/v1");
    expect(words).toContain("is required: the model's name on that server");
    expect(words).toContain("type must be openai, offline, sketch, openai-images, sd-web or comfyui");
    expect(words).toContain("unknown key modles; check the spelling");
  });

  it("include a time for which nothing can be kept", () => {
    const problems = listProblems(() =>
      readWith("retention: { chatDays: 0, imageDays: never, usageMonths: 3, newsDays: forever }"),
    );
    expect(problems).toEqual([
      expect.stringMatching(/retention.chatDays: must be at least 1 day, or forever$/),
      expect.stringMatching(/retention.imageDays: must be at least 1 day, or forever$/),
      expect.stringMatching(/retention.usageMonths: must be at least 4 months, or forever$/),
    ]);
  });

  it("include a misspelled key inside an engine", () => {
    const yaml = "engines: { vllm: { type: openai, baseUrl: 'http://x/v1', model: m, baseURL: y } }";
    expect(listProblems(() => readWith(yaml))).toEqual([
      "file: engines.vllm: unknown key baseURL; check the spelling",
    ]);
  });

  it("include an engine's name that could not be one", () => {
    expect(listProblems(() => readWith("engines: { My_Engine: { type: offline } }"))[0]).toMatch(
      /^file: engines\.My_Engine: /,
    );
  });

  it("include a model that names no engine, with the engines that there are", () => {
    const yaml = "engines: { vllm: { type: offline } }\nmodels: { prompt_enhancer: vlm }";
    expect(listProblems(() => readWith(yaml))).toEqual([
      "file: models.prompt_enhancer: there is no engine named vlm that generates text; engines are offline, vllm",
    ]);
  });

  it.each(["constructor", "toString", "__proto__"])(
    "include a model served by %s, which is no engine",
    (name) => {
      expect(listProblems(() => readWith(`models: { prompt_enhancer: ${name} }`))[0]).toContain(
        "there is no engine",
      );
    },
  );

  it.each([
    ["a bracket that is left open", "engines: { vllm: [ }"],
    ["a key that stands twice", "limits: {}\nlimits: {}"],
    ["a tab as indentation", "engines:\n\tvllm: {}"],
  ])("include %s, with the line", (_case, yaml) => {
    const problems = listProblems(() => readWith(yaml));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^file: .* at line \d+, column \d+/);
  });

  it.each(["- a\n- b", "just text", "5"])("include a file that is no map: %j", (yaml) => {
    expect(listProblems(() => readWith(yaml))[0]).toMatch(/^file: the file: /);
  });

  it("include a file that cannot be read", () => {
    const path = join(folder, "absent.yaml");
    expect(listProblems(() => readConfig({ DATABASE_URL: databaseUrl, MINTWRIGHT_CONFIG: path }))).toEqual([
      `MINTWRIGHT_CONFIG: cannot read ${path} (ENOENT)`,
    ]);
  });
});

it.each(["", "# nothing yet\n", "{}", "engines: {}"])("takes the file %j for all defaults", (yaml) => {
  expect(readWith(yaml)).toEqual(readConfig({ DATABASE_URL: databaseUrl }));
});
