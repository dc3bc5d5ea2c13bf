import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { findTool } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOfflineChatEngine } from "../engines/chat/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../platform/logging.ts";
import { buildAuditor } from "./build-auditor.ts";

const slither = findTool({ variable: "SLITHER", purpose: "Keeping audits with Slither" });
const compiler = createSolcCompiler({ processes: 1, maxWaiting: 4, timeoutInMs: 30_000, memoryInMb: 512 });
let cloned: ClonedDatabase;
let built: ReturnType<typeof buildAuditor>;
let withSlither: ReturnType<typeof buildAuditor>;

beforeAll(async () => {
  cloned = await cloneDatabase();
  const platform = { database: cloned.database, logger: createLogger("silent") };
  const parts = { compiler, chat: createOfflineChatEngine() };
  const audit = { requireIsolation: false };
  built = buildAuditor({ slither: undefined, audit }, platform, parts);
  withSlither = buildAuditor({ slither, audit }, platform, parts);
});

afterAll(async () => {
  await built.stop();
  await withSlither.stop();
  await compiler.stop();
  await cloned.close();
});

describe("the auditor as the server has it", () => {
  const question = "contract A { function f() public { selfdestruct(payable(msg.sender)); } }";
  const ask = async ({ model }: typeof built) => {
    const { signal } = new AbortController();
    return (await model.answer({ question, history: [], signal })).data().report;
  };
  const readKept = () => cloned.query<{ report: string }>("select report from audit_result");

  it("gives the same report for the same code, and keeps none while Slither is missing", async () => {
    const first = await ask(built);
    expect(first).toMatchObject({ counts: { high: 1 } });
    // The day Slither is installed the same code is analysed again.
    expect(await readKept()).toEqual([]);
    expect(await ask(built)).toEqual(first);
  }, 60_000);

  it.skipIf(!slither)(
    "keeps a report of Slither in the database, for every process",
    async () => {
      const first = await ask(withSlither);
      const kept = await readKept();
      expect(kept.map(({ report }) => JSON.parse(report))).toEqual([first]);
      expect(await ask(withSlither)).toEqual(first);
    },
    60_000,
  );

  it("reviews what a model wrote: severe findings with line and fix, nothing about code that is fine", async () => {
    const { signal } = new AbortController();
    const head = "pragma solidity ^0.8.27;\ncontract Pot {\n  receive() external payable {}\n";
    const open = `${head}  function take() external { payable(msg.sender).transfer(address(this).balance); }\n}`;
    expect(await built.review(open, signal)).toEqual([
      expect.stringMatching(
        /^Line 4, `function take.*`: Unprotected withdrawal: anyone can withdraw the contract's Ether\. .*Restrict the withdrawal to the owner/,
      ),
    ]);
    const closed = `${head}  function count() external pure returns (uint256) { return 1; }\n}`;
    expect(await built.review(closed, signal)).toEqual([]);
  }, 60_000);
});
