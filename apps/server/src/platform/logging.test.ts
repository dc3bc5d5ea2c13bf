import { describe, expect, it } from "vitest";
import { AppError } from "./errors.ts";
import { createLogger, type Logger } from "./logging.ts";

const key = "mw_live_aaQ1w2E3r4T5y6U7i8O9p0A1s2D3f4G5h6J7";

function createRecordedLogger(level = "debug") {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line) => lines.push(line) });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? "null") };
}

describe("an API key", () => {
  it.each<[string, (logger: Logger) => void]>([
    ["in the message", (logger) => logger.info(`refused ${key} today`)],
    ["in an argument of the message", (logger) => logger.info("refused %s", key)],
    ["in a field", (logger) => logger.info({ given: key }, "refused")],
    ["deep inside a field", (logger) => logger.info({ a: { b: { c: [{ d: `x ${key} y` }] } } }, "refused")],
    ["as the name of a field", (logger) => logger.info({ [key]: 1 }, "refused")],
    ["in a header", (logger) => logger.info({ headers: { "x-forwarded-key": `Bearer ${key}` } }, "refused")],
    ["in an address", (logger) => logger.info({ url: `/x?key=${key}&y=1` }, "refused")],
    ["in an error's message", (logger) => logger.error({ error: new Error(`bad ${key}`) }, "failed")],
    [
      "in an error's cause",
      (logger) => logger.error({ error: new Error("x", { cause: new Error(key) }) }, "failed"),
    ],
    [
      "in an error's details",
      (logger) => logger.error({ error: new AppError("unauthorized", "no", { details: { key } }) }, "failed"),
    ],
    ["in a bound field", (logger) => logger.child({ key }).warn("refused")],
    ["in a text of JSON", (logger) => logger.info({ body: JSON.stringify({ key }) }, "refused")],
    ["twice", (logger) => logger.info(`${key} and ${key}`)],
  ])("is cut out %s", (_place, write) => {
    const { logger, lines } = createRecordedLogger();
    write(logger);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("mw_live_[secret]");
    expect(lines[0]).not.toContain(key.slice(8));
    expect(() => JSON.parse(lines[0] ?? "")).not.toThrow();
  });
});

describe("a secret field", () => {
  it.each([
    ["authorization", { authorization: "hunter2" }],
    ["headers.authorization", { headers: { authorization: "hunter2", accept: "x" } }],
    ["apiKey", { apiKey: "hunter2" }],
    ["the apiKey of an engine", { engine: { apiKey: "hunter2", model: "m" } }],
    ["password", { password: "hunter2" }],
    ["the password of a connection", { connection: { password: "hunter2", host: "h" } }],
    ["the headers of a request", { request: { headers: { authorization: "hunter2" } } }],
    ["the engines of a configuration", { config: { engines: { vllm: { apiKey: "hunter2" } } } }],
    [
      "an error that carries one",
      { error: Object.assign(new Error("no"), { options: { apiKey: "hunter2" } }) },
    ],
  ])("is cut out: %s", (_case, fields) => {
    const { logger, lines } = createRecordedLogger();
    logger.info(fields, "text");
    expect(lines[0]).toContain("[secret]");
    expect(lines[0]).not.toContain("hunter2");
  });
});

describe("a line", () => {
  it("is JSON with the level as a word, the message and the fields", () => {
    const { logger, last } = createRecordedLogger();
    logger.warn({ swept: 3 }, "expired holds released");
    expect(last()).toMatchObject({ level: "warn", swept: 3, msg: "expired holds released" });
  });

  it.each(["error", "err"])("tells type, message, stack and cause of an error under %s", (name) => {
    const { logger, last } = createRecordedLogger();
    const error = new AppError("engine_failed", "no answer", { cause: new TypeError("socket closed") });
    logger.error({ [name]: error }, "failed");
    expect(last()[name]).toMatchObject({
      type: "AppError",
      code: "engine_failed",
      message: expect.stringContaining("no answer"),
      stack: expect.stringContaining("socket closed"),
    });
  });

  it("is not written below the level", () => {
    const { logger, lines } = createRecordedLogger("warn");
    logger.info("quiet");
    logger.debug("quieter");
    expect(lines).toEqual([]);
    logger.warn("loud");
    expect(lines).toHaveLength(1);
  });

  it("is never written when silent", () => {
    const { logger, lines } = createRecordedLogger("silent");
    logger.fatal("nobody hears this");
    expect(lines).toEqual([]);
  });
});
