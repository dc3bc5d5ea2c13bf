import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOfflineChatEngine } from "../engines/chat/index.ts";
import { createSolcCompiler } from "../engines/solidity/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../platform/logging.ts";
import { buildAuditor } from "./build-auditor.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 4, timeoutInMs: 30_000, memoryInMb: 512 });
let cloned: ClonedDatabase;
let built: ReturnType<typeof buildAuditor>;

beforeAll(async () => {
  cloned = await cloneDatabase();
  const platform = { database: cloned.database, logger: createLogger("silent") };
  built = buildAuditor({ slither: process.env.SLITHER || undefined }, platform, {
    compiler,
    chat: createOfflineChatEngine(),
  });
});

afterAll(async () => {
  await built.stop();
  await compiler.stop();
  await cloned.close();
});

describe("the auditor as the server has it", () => {
  it("gives the same report for the same code, also to another process through the database", async () => {
    const question = "contract A { function f() public { selfdestruct(payable(msg.sender)); } }";
    const { signal } = new AbortController();
    const ask = async () => (await built.model.answer({ question, history: [], signal })).data().report;
    const first = await ask();
    expect(first).toMatchObject({ counts: { high: 1 } });
    const kept = await cloned.query<{ report: string }>("select report from audit_result");
    // Without Slither nothing is kept: the day it is installed the same code is looked at again.
    expect(kept).toHaveLength(process.env.SLITHER ? 1 : 0);
    for (const { report } of kept) expect(JSON.parse(report)).toEqual(first);
    expect(await ask()).toEqual(first);
  }, 60_000);

  it("reviews what a model wrote: grave findings with line and remedy, nothing about code that is fine", async () => {
    const { signal } = new AbortController();
    const head = "pragma solidity ^0.8.27;\ncontract Pot {\n  receive() external payable {}\n";
    const open = `${head}  function take() external { payable(msg.sender).transfer(address(this).balance); }\n}`;
    expect(await built.review(open, signal)).toEqual([
      expect.stringMatching(
        /^Line 4, `function take.*`: Anybody can withdraw the contract's ether\. .* only to the owner/,
      ),
    ]);
    const closed = `${head}  function count() external pure returns (uint256) { return 1; }\n}`;
    expect(await built.review(closed, signal)).toEqual([]);
  }, 60_000);
});
