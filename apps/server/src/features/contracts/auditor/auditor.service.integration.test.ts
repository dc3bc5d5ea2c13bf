import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  absentSlither,
  createAnalysisThreads,
  createSlither,
  type Slither,
} from "@mintwright/solidity-audit";
import { absentForge, createSolcCompiler } from "@mintwright/solidity-compiler";
import { findTool } from "@mintwright/test-harness";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ChatEngine, createOfflineChatEngine } from "../../../engines/chat/index.ts";
import { createLogger } from "../../../platform/logging.ts";
import { createAuditor } from "./auditor.service.ts";
import { createAuditorModel } from "./auditor-chat-model.ts";
import { createProjectAuditor } from "./project-auditor.service.ts";

const slither = findTool({ variable: "SLITHER", purpose: "Audits with Slither" });

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 50, timeoutInMs: 20_000, memoryInMb: 768 });
const threads = createAnalysisThreads(1);
const kept = new Map<string, string>();

afterAll(async () => {
  await compiler.stop();
  await threads.stop();
});

function build(slither: Slither) {
  return createAuditor({
    compiler,
    slither,
    forge: absentForge,
    threads,
    kept: {
      find: async (digest) => kept.get(digest.toString("hex")),
      keep: async (digest, report) => void kept.set(digest.toString("hex"), report),
    },
    maxConcurrent: 1,
    maxWaiting: 50,
  });
}

const auditor = build(absentSlither);
const auditProject = createProjectAuditor({
  compiler,
  threads,
  slither: absentSlither,
  forge: absentForge,
  places: 1,
  maxWaiting: 1,
});
const { signal } = new AbortController();
const bank = `pragma solidity ^0.8.24;
contract Bank {
    mapping(address => uint256) public balances;
    function deposit() external payable { balances[msg.sender] += msg.value; }
    function withdraw() external {
        (bool ok, ) = msg.sender.call{value: balances[msg.sender]}("");
        require(ok);
        balances[msg.sender] = 0;
    }
}`;

describe("an audit", () => {
  it("refuses a question without Solidity, and takes the code from earlier in the conversation", async () => {
    await expect(auditor.audit(["Is my contract safe?"], signal)).rejects.toMatchObject({
      code: "invalid_request",
    });
    const report = await auditor.audit(["And how do I mend it?", bank], signal);
    expect(report.findings).toHaveLength(1);
  });

  it.each([
    [
      "engine_failed",
      "The compiler broke down on this code. Nothing is charged; make the code simpler.",
      `contract A { uint256 x = ${"(".repeat(200_000)}1; }`,
    ],
    [
      "invalid_request",
      "The question holds more than 100 Solidity files. An audit takes at most 100 files. Nothing is charged.",
      Array.from({ length: 101 }, (_, number) => `\`\`\`\ncontract C${number} {}\n\`\`\``).join("\n"),
    ],
  ])("answers with %s when it cannot begin: %s", { timeout: 60_000 }, async (code, message, text) => {
    await expect(auditor.audit([text], signal)).rejects.toMatchObject({ code, message });
  });

  it.skipIf(!slither)(
    "gives the same findings for the same code, once computed and once kept",
    async () => {
      // A folder of its own for what is temporary: other tests run Slither at the same time.
      const folder = mkdtempSync(join(tmpdir(), "mintwright-temporary-"));
      vi.stubEnv("TMPDIR", folder);
      onTestFinished(() => {
        vi.unstubAllEnvs();
        rmSync(folder, { recursive: true });
      });
      kept.clear();
      const bounds = { timeoutInMs: 60_000, memoryInMb: 2_048, maxOutputBytes: 16_000_000 };
      const installed = build(createSlither(slither ?? "", bounds));
      const first = await installed.audit([bank], signal);
      expect(first.verdict).toMatch(/^Analysed .* and \d+ of Slither\. Found 1 weakness/);
      expect(first.findings[0]?.engines).toEqual(["mintwright", "slither"]);
      expect(kept.size).toBe(1);
      expect(await installed.audit([bank], signal)).toEqual(first);
      expect(readdirSync(folder).filter((name) => name.startsWith("mintwright-slither-"))).toEqual([]);
    },
    120_000,
  );
});

describe("the chat model smart_contract_auditor", () => {
  const logger = createLogger("silent");
  const lying: ChatEngine = {
    ...createOfflineChatEngine(),
    isOffline: false,
    complete: async () => ({ text: '{"summary":"No findings at all.","order":[],"notes":{"made-up":"x"}}' }),
  };

  async function ask(chat: ChatEngine, question: string) {
    const model = createAuditorModel({ auditor, auditProject, chat, version: "1.0.0", logger });
    const answer = await model.answer({ question, history: [], signal });
    let text = "";
    for await (const piece of answer.text) text += piece;
    return { ...answer, text };
  }

  it("answers in Markdown, as data and as SARIF, all with the same findings, whatever a model says", async () => {
    const { text, data, otherForms, isFree } = await ask(lying, bank);
    expect(text).toContain("Found 1 weakness");
    expect(text).toContain("## 1. Reentrancy: Ether is sent before the balance is updated");
    expect(text).not.toContain("made-up");
    expect(data().report).toMatchObject({ counts: { high: 1 } });
    const sarif = JSON.parse(otherForms["application/sarif+json"]?.() ?? "");
    expect(sarif.runs[0].results).toHaveLength(1);
    expect(isFree).toBe(false);
  });

  it("adds what a model quotes from the code, marked, and keeps the report without it", async () => {
    const proposal = {
      quote: "require(ok);",
      category: "denial_of_service",
      title: "A failing receiver blocks itself",
      explanation: "A contract that refuses Ether can never withdraw its balance.",
    };
    const text = JSON.stringify({ findings: [{ ...proposal, severity: "high" }] });
    const proposing = { ...lying, complete: async () => ({ text }) };
    const answer = await ask(proposing, bank);
    expect(answer.text).toContain("A model was asked about");
    expect(answer.text).toContain("found by model");
    expect(answer.data().report).toMatchObject({ counts: { high: 1, medium: 1 } });
    expect((await auditor.audit([bank], signal)).findings).toHaveLength(1);
  });

  it("asks for nothing when nothing could be analysed", async () => {
    const { text, isFree } = await ask(createOfflineChatEngine(), "contract A { oops }");
    expect(text).toMatch(/^# Audit\n\nNot analysed: /);
    expect(isFree).toBe(true);
  });
});
