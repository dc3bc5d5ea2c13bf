import { createTestAccount, findTool } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

const bank = `pragma solidity ^0.4.11;

contract Bank {
  mapping(address => uint) balances;

  function withdraw() public {
    msg.sender.call.value(balances[msg.sender])();
    balances[msg.sender] = 0;
  }
}`;

interface Finding {
  category: string;
  lines: number[];
  engines: string[];
}

interface AuditBody {
  status: boolean;
  message: string;
  data: { bot: string; report: { verdict: string; findings: Finding[]; analysed: { compiler: string } } };
}

const slither = findTool({ variable: "SLITHER", purpose: "Audits with Slither over HTTP" });
let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await startInstallation(slither ? { SLITHER: slither } : {});
  ({ key } = await createTestAccount(installation.database.url, { credits: 100 }));
});

afterAll(() => installation?.stop());

function audit(question: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  const body = { model: "smart_contract_auditor", question, ...more };
  return callApi<AuditBody>(installation.api, "/chat/stream", { key, body, headers });
}

async function spentBy(work: () => Promise<unknown>): Promise<number> {
  const { spent } = await getCredits(installation.api, key);
  await work();
  return (await getCredits(installation.api, key)).spent - spent;
}

it("reports on code in the question, fenced or bare, with text around it [CHAT-6 AUD-1 AUD-2 AUD-4 AUD-5 AUD-6 AUD-7 AUD-8]", async () => {
  const bare = await audit(`Is this safe?\n${bank}\nThanks!`);
  const fenced = await audit(`Is this safe?\n\`\`\`solidity\n${bank}\n\`\`\`\nThanks!`);
  for (const { status, body } of [bare, fenced]) {
    expect(status).toBe(200);
    expect(body.status).toBe(true);
    const { bot, report } = body.data;
    expect(report.analysed.compiler).toBe("0.4.26");
    expect(bot).toMatch(/^# Audit\n\n/);
    expect(bot).toContain(report.verdict);
    expect(bot).toContain("| # | severity | finding | where | lines |");
    expect(bot).toMatch(/\*\*high\*\* .* lines? \d+/);
    expect(bot).toContain("**How to fix it:**");
    const kinds = report.findings.map(({ category }) => category);
    expect(kinds).toEqual(expect.arrayContaining(["reentrancy", "unchecked_low_level_calls"]));
    for (const finding of report.findings) {
      for (const field of [
        "id",
        "title",
        "severity",
        "confidence",
        "swc",
        "explanation",
        "recommendation",
        "engines",
      ]) {
        expect(finding).toHaveProperty(field);
      }
      expect(finding.lines.length).toBeGreaterThan(0);
    }
  }
  // Bare code keeps the lines of the question, fenced code counts from its own first line.
  expect(bare.body.data.report.findings[0]?.lines).toContain(8);
  expect(fenced.body.data.report.findings[0]?.lines).toContain(7);
});

it.skipIf(!slither)("merges what Slither finds, where it is installed", async () => {
  const { body } = await audit(bank);
  const engines = body.data.report.findings.flatMap((finding) => finding.engines);
  expect(engines).toEqual(expect.arrayContaining(["mintwright", "slither"]));
});

it("audits several files together [AUD-3]", async () => {
  const question = `A.sol\n\`\`\`\ncontract A { address owner; modifier mine() { require(msg.sender == owner); _; } }\n\`\`\`\nB.sol\n\`\`\`\nimport "./A.sol";\ncontract B is A { function take() public { owner = msg.sender; } }\n\`\`\``;
  const { body } = await audit(question);
  expect(body.data.report.findings).toMatchObject([{ rule: "unprotected-owner", file: "B.sol", lines: [2] }]);
});

it("gives SARIF 2.1.0 when asked for it [AUD-9]", async () => {
  const { body, headers } = await audit(bank, { accept: "application/sarif+json" });
  expect(headers.get("content-type")).toContain("application/sarif+json");
  expect(body).toMatchObject({ version: "2.1.0", runs: [{ tool: { driver: { name: "Mintwright" } } }] });
});

it("costs 1 credit, 2 with history; a follow-up is about the code of the conversation [CHAT-22]", async () => {
  expect(await spentBy(() => audit(bank))).toBe(1);
  const remembered = { chatHistory: "on", sdkUniqueId: "audit" };
  expect(await spentBy(() => audit(bank, {}, remembered))).toBe(2);
  const { body } = await audit("Which of these is worst?", {}, remembered);
  expect(body.data.report.findings.length).toBeGreaterThan(0);
});

it("says first that code does not compile, never calls it clean, and charges nothing [AUD-10]", async () => {
  const charged = await spentBy(async () => {
    const { status, body, headers } = await audit("contract A { function f() public { return; ");
    expect(status).toBe(200);
    expect(headers.get("x-credits-charged")).toBe("0");
    expect(body.data.bot).toMatch(/^# Audit\n\nNot analysed: contract\.sol \(does not compile/);
    expect(body.data.bot).not.toMatch(/found nothing|safe|clean/i);
  });
  expect(charged).toBe(0);
});

it.each([false, true])(
  "charges nothing for it at /v1/chat/completions either, with stream %s [AUD-10]",
  async (stream) => {
    const content = "contract A { function f() public { return; ";
    const body = { model: "smart_contract_auditor", messages: [{ role: "user", content }], stream };
    const charged = await spentBy(async () => {
      const answer = await callApi(installation.api, "/v1/chat/completions", { key, body });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("Not analysed: contract.sol");
      expect(answer.headers.get("x-credits-charged")).toBe("0");
    });
    expect(charged).toBe(0);
  },
);

it("refuses a question without Solidity and charges nothing [AUD-11]", async () => {
  expect(
    await spentBy(async () => expectError(await audit("Is my contract safe?"), 400, "invalid_request")),
  ).toBe(0);
});
