import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-cli-"));
const file = join(folder, "Bank.sol");
const baseline = join(folder, "baseline.json");
afterAll(() => rmSync(folder, { recursive: true }));

const code = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
contract Bank {
  mapping(address => uint256) balances;
  function withdraw() external {
    (bool ok, ) = msg.sender.call{value: balances[msg.sender]}("");
    require(ok);
    balances[msg.sender] = 0;
  }
}
`;

async function call(...words: string[]) {
  const lines: string[] = [];
  const notes: string[] = [];
  const exitCode = await run(words, { out: (text) => lines.push(text), err: (text) => notes.push(text) });
  return { exitCode, out: lines.join("\n"), err: notes.join("\n") };
}

describe("the command", { timeout: 120_000 }, () => {
  beforeEach(() => {
    vi.stubEnv("SLITHER", undefined);
    vi.stubEnv("FORGE", undefined);
    writeFileSync(file, code);
  });

  it("reports as text, JSON, Markdown and SARIF, and says that Slither did not run", async () => {
    const text = await call(folder);
    expect(text.exitCode).toBe(1);
    expect(text.out).toMatch(/Bank\.sol:6 high reentrancy-ether\n/);
    expect(text.out).toContain("Not analysed: by Slither (it is not installed).");
    const json = await call(folder, "--format", "json", "--fail-on", "never");
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.out).findings).toMatchObject([
      { rule: "reentrancy-ether", fingerprint: expect.stringMatching(/^\w{32}$/) },
    ]);
    expect((await call(folder, "--format", "markdown")).out).toContain("## 1. Reentrancy");
    const sarif = join(folder, "audit.sarif");
    await call(folder, "--format", "sarif", "--output", sarif);
    expect(JSON.parse(readFileSync(sarif, "utf8")).runs[0].results).toHaveLength(1);
  });

  it("reports only what is new since the baseline, through moved lines and renamed variables", async () => {
    await call(folder, "--write-baseline", baseline);
    writeFileSync(
      file,
      code.replaceAll("balances", "deposits").replace("contract Bank", "\n\n// moved\ncontract Bank"),
    );
    const same = await call(folder, "--baseline", baseline);
    expect(same.exitCode).toBe(0);
    expect(same.err).toContain("Left out: 1 in the baseline.");
    writeFileSync(
      file,
      code.replace(
        "contract Bank {",
        "contract Bank {\n  function close() external { selfdestruct(payable(msg.sender)); }",
      ),
    );
    const added = await call(folder, "--baseline", baseline);
    expect(added.exitCode).toBe(1);
    expect(added.out).toContain("unprotected-selfdestruct");
    expect(added.out).not.toContain("reentrancy-ether\n");
  });

  it("suppresses a finding with a reason, and not without one", async () => {
    const suppress = (reason: string) =>
      writeFileSync(
        file,
        code.replace("    (bool ok", `    // mintwright-ignore reentrancy-ether${reason}\n    (bool ok`),
      );
    suppress(": callers are our own contracts");
    const silent = await call(folder);
    expect(silent.exitCode).toBe(0);
    expect(silent.err).toContain("reentrancy-ether (callers are our own contracts)");
    suppress("");
    const loud = await call(folder);
    expect(loud.exitCode).toBe(1);
    expect(loud.err).toContain("gives no reason");
  });

  it("reports only files that differ from a revision", async () => {
    const git = (...words: string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
        stdio: "pipe",
      });
    git("init", "-q");
    git("add", "Bank.sol");
    git("commit", "-qm", "first");
    expect((await call(folder, "--changed-since", "HEAD")).exitCode).toBe(0);
    writeFileSync(file, `${code}\n`);
    expect((await call(folder, "--changed-since", "HEAD")).exitCode).toBe(1);
    const wrong = await call(folder, "--changed-since", "nowhere");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.err).toContain("nowhere");
  });

  it("fails when nothing was analysed, or when it is called wrongly", async () => {
    writeFileSync(file, "contract Broken { nonsense }");
    expect((await call(folder)).exitCode).toBe(2);
    expect((await call(join(folder, "missing"))).exitCode).toBe(2);
    expect((await call(folder, "--fail-on", "sometimes")).err).toContain("--fail-on must be one of");
  });
});
