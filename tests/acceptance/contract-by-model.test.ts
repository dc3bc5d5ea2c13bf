import { createTestAccount, findForge } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { type ChatInstallation, startChatInstallation } from "./chat-installation.ts";
import { expectError } from "./expect-error.ts";

let installation: ChatInstallation;
let key: string;

beforeAll(async () => {
  installation = await startChatInstallation({}, { FORGE: findForge() });
  ({ key } = await createTestAccount(installation.database.url, { credits: 100 }));
});

afterAll(() => installation?.stop());

interface GeneratorBody {
  data: { bot: string; contract: { coverage: { status: string; note?: string }[] } };
}

function generate(question: string, headers: Record<string, string> = {}) {
  const body = { model: "smart_contract_generator", question };
  return callApi<GeneratorBody>(installation.api, "/chat/stream", { key, body, headers });
}

const answer = (text: string) => ({ kind: "answer" as const, text });
const plan = (requirement: string, functions: string[]) =>
  answer(JSON.stringify({ summary: "", requirements: [{ requirement, functions }], refusal: null }));
const contract = answer(`\`\`\`solidity
pragma solidity ^0.8.27;
contract Scoreboard {
  mapping(address => uint256) public points;
  function addPoints(uint256 n) external { points[msg.sender] += n; }
}
\`\`\``);
const test = (body: string) =>
  answer(`\`\`\`solidity
pragma solidity ^0.8.27;
import {Check} from "./Check.sol";
import {Scoreboard} from "../Scoreboard.sol";
contract ScoreboardTest is Check { function test_r1_add() external { Scoreboard board = new Scoreboard(); ${body} } }
\`\`\``);
const scoreboard = plan("Players add points to the scoreboard", ["addPoints"]);

it("delivers and charges a contract whose tests pass", { timeout: 120_000 }, async () => {
  const calls = 'board.addPoints(3); checkEqual(board.points(address(this)), 3, "points");';
  installation.model.follow(scoreboard, contract, test(calls));
  const { status, text, headers, body } = await generate("scoreboard where players add points");
  expect(status, text).toBe(200);
  expect(headers.get("x-credits-charged")).toBe("1");
  expect(body.data.contract.coverage).toMatchObject([
    { status: "included", note: expect.stringContaining("test_r1_add() passed") },
  ]);
});

it.each([
  ["whose tests cannot fail", scoreboard, 502, "engine_failed"],
  ["planned as something else", plan("Mint a token", ["mint"]), 422, "request_not_covered"],
])(
  "refuses a contract %s before the first byte, and charges nothing",
  { timeout: 120_000 },
  async (_, planned, status, code) => {
    const before = await getCredits(installation.api, key);
    for (const headers of [{}, { accept: "text/event-stream" }]) {
      installation.model.choose(({ format, prompt }) =>
        format ? planned : prompt.includes("Now write the tests") ? test("board.points(alice);") : contract,
      );
      const answered = await generate("scoreboard where players add points", headers);
      expectError(answered, status, code, expect.anything());
    }
    const after = await getCredits(installation.api, key);
    expect(after).toEqual(before);
    expect(after.granted).toBe(after.balance + after.held + after.spent);
  },
);
