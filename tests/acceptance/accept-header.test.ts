import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createTestAccount, type SandboxProcess, startSandboxProcess } from "@mintwright/test-harness";
import axios from "axios";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { type ChatBody, type ChatInstallation, startChatInstallation } from "./chat-installation.ts";

const text = "Gas is the price of work.";
const question = { model: "general_assistant", question: "What is gas?" };

let installation: ChatInstallation;
let sandbox: SandboxProcess;
let key: string;

beforeAll(async () => {
  [installation, sandbox] = await Promise.all([
    startChatInstallation(),
    startSandboxProcess(["--latency", "none"]),
  ]);
  ({ key } = await createTestAccount(installation.database.url, { credits: 100, rate: "none" }));
  installation.model.follow({ kind: "answer", text });
}, 120_000);

afterAll(async () => {
  await installation?.stop();
  expect(await sandbox?.stop()).toBe(0);
});

describe.each([
  { door: "/chat/stream", at: () => installation.api.baseUrl },
  { door: "/chat", at: () => sandbox.baseUrl },
])("a client with its own Accept header at $door", ({ door, at }) => {
  it("is answered with JSON when it is axios, which also names text/plain [CHAT-25]", async () => {
    const answer = await axios.post<ChatBody>(at() + door, question, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.data.data.bot).toMatch(/gas/i);
  });

  it("is answered with JSON when it is fetch [CHAT-25]", async () => {
    const answer = await fetch(at() + door, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(question),
    });
    expect(((await answer.json()) as ChatBody).data.bot).toMatch(/gas/i);
  });

  it("is answered with JSON when it is curl [CHAT-25]", async () => {
    const { stdout } = await promisify(execFile)("curl", [
      ...["--silent", "--show-error", "--json", JSON.stringify(question), "--header", "Accept: */*"],
      ...["--header", `Authorization: Bearer ${key}`, at() + door],
    ]);
    expect((JSON.parse(stdout) as ChatBody).data.bot).toMatch(/gas/i);
  });
});

describe("the preferred type", () => {
  const ask = (accept: string, body = {}) =>
    callApi(installation.api, "/chat/stream", { key, body: { ...question, ...body }, headers: { accept } });

  it.each([
    ["text/plain", "text/plain"],
    ["text/event-stream", "text/event-stream"],
    ["text/*", "text/plain"],
    ["application/json;q=0.5, text/plain", "text/plain"],
    ["text/plain;q=0.5, text/event-stream;q=0.9", "text/event-stream"],
    ["text/event-stream, text/plain", "text/event-stream"],
    ["text/plain, */*;q=0.01", "text/plain"],
    ["text/plain;q=0.5, application/json;q=0.4", "text/plain"],
    ["application/json, text/plain, */*", "application/json"],
    // The generated clients of several languages name text/plain first and read JSON.
    ["text/plain, application/json, text/json", "application/json"],
    ["text/plain;q=0.5, application/json", "application/json"],
    ["text/plain;q=0, */*", "application/json"],
    ["application/json, text/event-stream", "application/json"],
    ["image/png", "application/json"],
  ])("of Accept: %s is %s [CHAT-7 CHAT-9 CHAT-25]", async (accept, type) => {
    const answer = await ask(accept);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(answer.text).toContain("Gas");
  });

  it("does not take back that the body asks for a stream [CHAT-8]", async () => {
    const { headers } = await ask("application/json, text/plain, */*", { stream: true });
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  it.each([
    ["application/problem+json", "application/problem+json"],
    ["application/json;q=0.5, application/problem+json", "application/problem+json"],
    ["application/problem+json;q=0.5, application/json", "application/json"],
    ["application/problem+json;q=0, */*", "application/json"],
    ["text/plain", "application/json"],
  ])("of an error with Accept: %s is %s [ERR-4]", async (accept, type) => {
    const answer = await ask(accept, { question: "" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
  });
});
