import { afterAll, beforeAll, expect, it } from "vitest";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";

let server: ScriptedModelServer;

beforeAll(async () => {
  server = await startScriptedModelServer();
});

afterAll(() => server?.stop());

const message = { role: "user", content: "a fox" };

function post(body: unknown, headers: Record<string, string> = {}, path = "/chat/completions") {
  return fetch(`${server.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: "Bearer none", "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

it("answers a whole request and keeps it", async () => {
  server.follow({ kind: "answer" });
  const response = await post({ model: "scripted", messages: [message], max_tokens: 5, temperature: 0.7 });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "A scripted rewriting of a fox" } }],
  });
  expect(server.calls).toMatchObject([{ prompt: "a fox" }]);
  expect(server.refusals).toEqual([]);
});

it.each([
  { what: "another path", status: 404, ask: () => post({}, {}, "/completions") },
  { what: "another method", status: 405, ask: () => fetch(`${server.baseUrl}/chat/completions`) },
  { what: "no key", status: 401, ask: () => post({}, { authorization: "" }) },
  { what: "another content type", status: 415, ask: () => post("{}", { "content-type": "text/plain" }) },
  { what: "broken JSON", status: 400, ask: () => post("{") },
  { what: "no model", status: 400, ask: () => post({ messages: [message] }) },
  { what: "no messages", status: 400, ask: () => post({ model: "m" }) },
  { what: "empty messages", status: 400, ask: () => post({ model: "m", messages: [] }) },
  { what: "a role that is none", status: 400, ask: () => post({ model: "m", messages: [{ role: "x" }] }) },
  {
    what: "half a token",
    status: 400,
    ask: () => post({ model: "m", messages: [message], max_tokens: 0.5 }),
  },
  {
    what: "a strict schema with an optional property",
    status: 400,
    ask: () =>
      post({
        model: "m",
        messages: [message],
        response_format: {
          type: "json_schema",
          json_schema: {
            name: "a",
            strict: true,
            schema: {
              type: "object",
              properties: { b: { type: "string" } },
              required: [],
              additionalProperties: false,
            },
          },
        },
      }),
  },
  { what: "too hot", status: 400, ask: () => post({ model: "m", messages: [message], temperature: 3 }) },
])("refuses $what in the documented shape", async ({ status, ask }) => {
  server.follow({ kind: "answer" });
  const refusalsBefore = server.refusals.length;
  const response = await ask();
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({
    error: {
      message: expect.any(String),
      type: "invalid_request_error",
      param: expect.toBeOneOf([expect.any(String), null]),
      code: expect.toBeOneOf([expect.any(String), null]),
    },
  });
  expect(server.calls).toEqual([]);
  expect(server.refusals).toHaveLength(refusalsBefore + 1);
});

it("follows its script call by call and repeats the last step", async () => {
  const ask = () => post({ model: "m", messages: [message] });
  server.follow({ kind: "refuse", status: 429, retryAfterInSeconds: 7 }, { kind: "reset" }, { kind: "cut" });
  const refused = await ask();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
  await expect(ask()).rejects.toThrow("fetch failed");
  for (let i = 0; i < 2; i++) {
    const cut = await ask();
    expect(cut.status).toBe(200);
    await expect(cut.text()).rejects.toThrow("terminated");
  }
  expect(server.calls).toHaveLength(4);
});

it("writes a flood that is a whole answer", async () => {
  server.follow({ kind: "flood", bytes: 1_000_000 });
  const response = await post({ model: "m", messages: [message] });
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  expect(choices[0]?.message.content.length).toBeGreaterThanOrEqual(1_000_000);
});
