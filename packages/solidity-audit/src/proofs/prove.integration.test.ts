import { absentForge, createForge } from "@mintwright/solidity-compiler";
import { findForge } from "@mintwright/test-harness";
import { afterAll, describe, expect, it } from "vitest";
import { readCorpus } from "../__fixtures__/modern-corpus.ts";
import { createTestAuditor } from "../__fixtures__/test-auditor.ts";

const forge = createForge(findForge(), { timeoutInMs: 20_000, memoryInMb: 4_096, maxOutputBytes: 8_000_000 });
const auditor = createTestAuditor({ forge, compilationInMs: 60_000 });
afterAll(() => auditor.stop());

const corpus = new Map(readCorpus().map((pair) => [pair.name, pair]));

/** Cheatcodes that change no storage and no code. */
const harmless = ["prank", "deal", "warp", "roll", "prevrandao", "load"];

describe.each([
  ["01-ether-reentrancy", "reentrancy-ether"],
  ["06-open-treasury", "open-receiver"],
  ["11-spot-price", "spot-price"],
  ["16-tx-origin", "tx-origin"],
  ["29-open-upgrade", "open-upgrade"],
])("%s", (name, rule) => {
  const { planted = "", fixed = "" } = corpus.get(name) ?? {};

  it("is proven by a test that changes nothing of the victim by cheatcode", {
    timeout: 120_000,
  }, async () => {
    const { findings, proofs, verdict } = await auditor.auditFiles({ "contract.sol": planted });
    const proof = findings.find((finding) => finding.rule === rule)?.proof;
    expect(proof?.explanation).toMatch(/\w{3}.*\.$/);
    const cheatcodes = Array.from(proof?.test.matchAll(/\bvm\.(\w+)/g) ?? [], ([, called]) => called);
    expect(cheatcodes).toContain("prank");
    expect(harmless).toEqual(expect.arrayContaining(cheatcodes));
    expect(proof?.test).not.toMatch(/vm\.deal\((?:address\()?victim/);
    expect(proofs).toEqual({ tried: proofs?.tried, proven: 1, notRun: null });
    expect(verdict).toContain("Proven by a test that shows the loss: 1 of ");
  });

  it("has no proof once it is fixed", { timeout: 120_000 }, async () => {
    const { findings } = await auditor.auditFiles({ "contract.sol": fixed });
    expect(findings.filter(({ proof }) => proof)).toEqual([]);
  });
});

it("does not prove a finding whose exploit does not work", { timeout: 120_000 }, async () => {
  // The order of a reentrancy, but the amount is checked: a second withdrawal underflows and reverts.
  const { findings, proofs } = await auditor.auditFiles({
    "contract.sol": `pragma solidity ^0.8.24;
contract Bank {
  mapping(address => uint256) public balances;
  function deposit() external payable { balances[msg.sender] += msg.value; }
  function withdraw(uint256 amount) external {
    require(balances[msg.sender] >= amount);
    (bool ok, ) = msg.sender.call{value: amount}("");
    require(ok);
    balances[msg.sender] -= amount;
  }
}`,
  });
  expect(findings.map(({ category }) => category)).toContain("reentrancy");
  expect(proofs).toMatchObject({ proven: 0, notRun: null });
});

it("says that proofs were not run without Foundry", { timeout: 120_000 }, async () => {
  const without = createTestAuditor({ forge: absentForge });
  const { planted = "" } = corpus.get("01-ether-reentrancy") ?? {};
  const { proofs, verdict } = await without.auditFiles({ "contract.sol": planted });
  await without.stop();
  expect(proofs).toEqual({ tried: 1, proven: 0, notRun: "Foundry is not installed" });
  expect(verdict).toContain("Proofs were not run (Foundry is not installed).");
});
