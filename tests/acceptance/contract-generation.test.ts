import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

it.each(["smart_contract_generator", "smart_contract_auditor"])(
  "ignores a custom context and says so: %s [CTX-7]",
  async (model) => {
    const context = { useCustomContext: true, contextInjection: { companyName: "Oakbridge" } };
    const code = "pragma solidity ^0.8.0; contract A { function f() public {} }";
    const ask = (more: object) =>
      generate({ model, ...(model === "smart_contract_auditor" && { question: code }), ...more });
    const [plain, informed] = [await ask({}), await ask(context)];
    const said = "useCustomContext and contextInjection are for general_assistant and were ignored.";
    expect(informed.status, informed.text).toBe(200);
    expect(informed.headers.get("warning")).toBe(`299 - "${said}"`);
    expect(informed.body).toEqual({ ...plain.body, warnings: [said] });
  },
);

it("gives source that compiles when it is saved alone, with the libraries and nothing of ours [GEN-1 GEN-4]", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-saved-contract-"));
  const libraries = join(import.meta.dirname, "../../node_modules");
  const requests = [question, "An ERC721 collection called Foxes with symbol FOX, mintable by the owner"];
  for (const [index, asked] of requests.entries()) {
    const { body } = await generate({ question: asked });
    writeFileSync(join(folder, `saved${index}.sol`), body.data.bot);
    const args = ["--bin", "--base-path", folder, "--include-path", libraries, "--output-dir", folder];
    execFileSync(join(libraries, ".bin/solcjs"), [...args, join(folder, `saved${index}.sol`)], {
      stdio: "pipe",
    });
    const compiled = readdirSync(folder).find(
      (name) => name === `saved${index}_sol_${body.data.contract.name}.bin`,
    );
    expect(readFileSync(join(folder, compiled ?? "none"), "utf8").length).toBeGreaterThan(1_000);
  }
  rmSync(folder, { recursive: true });
});

it.each([
  ["as JSON", {}, {}],
  ["as text", { stream: true }, {}],
  ["as events", {}, { accept: "text/event-stream" }],
])(
  "refuses a request that no template covers before the first byte, and charges nothing: %s [GEN-5]",
  async (_, more, headers) => {
    const before = await getCredits(installation.api, key);
    for (const asked of ["a hotel booking system", "constant product AMM for two tokens"]) {
      const answer = await generate({ question: asked, ...more }, headers);
      const { message } = expectError(answer, 422, "request_not_covered", {
        notCovered: expect.any(Array),
        kinds: expect.arrayContaining(["erc20", "auction"]),
      });
      expect(message).toMatch(/There are templates for: .*Nothing is charged.*connect a chat model/);
      expect(answer.headers.get("x-credits-charged")).not.toBe("1");
    }
    const after = await getCredits(installation.api, key);
    expect(after).toEqual(before);
    expect(after.granted).toBe(after.balance + after.held + after.spent);
  },
);
