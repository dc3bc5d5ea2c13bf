import { absentSlither, createAnalysisThreads } from "@mintwright/solidity-audit";
import { absentForge, createSolcCompiler } from "@mintwright/solidity-compiler";
import { afterAll, describe, expect, it } from "vitest";
import { createProjectAuditor } from "./project-auditor.service.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 1, timeoutInMs: 30_000, memoryInMb: 768 });
const threads = createAnalysisThreads(1, { minThreads: 0 });
const { signal } = new AbortController();
/** An archive without files, which is refused after it was read. */
const empty = Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64");

afterAll(async () => {
  await compiler.stop();
  await threads.stop();
});

const build = (maxWaiting: number) =>
  createProjectAuditor({
    ...{ compiler, threads, slither: absentSlither, forge: absentForge },
    ...{ places: 1, maxWaiting },
  });

describe("audits of projects", { timeout: 60_000 }, () => {
  it("of one account do not keep another account waiting", async () => {
    const audit = build(4);
    const ended: string[] = [];
    const send = (account: string) => audit(empty, account, signal).catch(() => ended.push(account));
    await Promise.all([send("first"), send("first"), send("first"), send("second")]);
    expect(ended).toEqual(["first", "second", "first", "first"]);
  });

  it("are refused when too many wait, and the queue goes on afterwards", async () => {
    const audit = build(0);
    const running = audit(empty, "first", signal);
    await expect(audit(empty, "second", signal)).rejects.toMatchObject({ code: "engine_unavailable" });
    await expect(running).rejects.toMatchObject({ code: "project_not_analysed" });
    await expect(audit(empty, "second", signal)).rejects.toMatchObject({ code: "project_not_analysed" });
  });

  it("end with their caller", async () => {
    const caller = new AbortController();
    const running = build(1)(empty, "first", caller.signal);
    caller.abort(new Error("gone"));
    await expect(running).rejects.toThrow("gone");
  });
});
