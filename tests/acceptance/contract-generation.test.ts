import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

const question = "An ERC20 token called Acorn with symbol ACN, 1000 supply and burnable";

interface GeneratorBody {
  status: string;
  message: string;
  data: {
    user: string;
    bot: string;
    contract: { name: string; compiler: string; abi: unknown[]; bytecode: string; features: string[] };
  };
}

let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  ({ key } = await createTestAccount(installation.database.url, { credits: 100 }));
});

afterAll(() => installation?.stop());

function generate(more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const body = { model: "smart_contract_generator", question, ...more };
  return callApi<GeneratorBody>(installation.api, "/chat/stream", { key, body, headers });
}

const readSpent = async () => (await getCredits(installation.api, key)).spent;

it("answers with source that compiled, the question and the contract as data, for 1 credit [CHAT-3 CHAT-4 CHAT-21]", async () => {
  const spent = await readSpent();
  const { status, headers, body } = await generate();
  expect(status).toBe(200);
  expect(headers.get("x-credits-charged")).toBe("1");
  expect(body).toMatchObject({ status: "success", data: { user: question, contract: { name: "Acorn" } } });
  expect(body.data.bot).toMatch(/^\/\/ SPDX-License-Identifier/);
  expect(body.data.contract.bytecode).toMatch(/^0x[0-9a-f]{100,}$/);
  expect(await readSpent()).toBe(spent + 1);
});

it("streams the same source and nothing else [GEN-3]", async () => {
  const { body } = await generate();
  const { text, headers } = await generate({ stream: true });
  expect(headers.get("content-type")).toContain("text/plain");
  expect(text).toBe(body.data.bot);
});

it("changes the contract of the earlier turn, for 2 credits [CHAT-21]", async () => {
  const remembered = { chatHistory: "on", sdkUniqueId: "acorn" };
  await generate(remembered);
  const spent = await readSpent();
  const { body } = await generate({ ...remembered, question: "now make it pausable" });
  expect(body.data.contract.name).toBe("Acorn");
  expect(body.data.bot).toContain("ERC20Pausable");
  expect(await readSpent()).toBe(spent + 2);
});

it("ignores a custom context and says so [CTX-7]", async () => {
  const context = { useCustomContext: true, contextInjection: { companyName: "Oak" } };
  const { status, headers } = await generate(context);
  expect(status).toBe(200);
  expect(headers.get("warning")).toContain("were ignored");
});

it("charges nothing for a request that no contract fits", async () => {
  const spent = await readSpent();
  const answer = await generate({ question: "hello there" });
  expectError(answer, 400, "invalid_request");
  expect(await readSpent()).toBe(spent);
});
