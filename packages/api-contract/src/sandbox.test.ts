import { describe, expect, it } from "vitest";
import { createOperations } from "./operations.ts";
import { createSandboxOperations } from "./sandbox.ts";
import { type FaultInput, readFaultHeader, writeFaultHeader } from "./sandbox-faults.ts";

describe("the header of faults", () => {
  const faults: FaultInput[] = [
    { kind: "status", status: 503 },
    { kind: "delay", delayInMs: 200 },
    { kind: "slow_body", delayInMs: 50 },
    { kind: "cut_connection" },
    { kind: "cut_stream", afterBytes: 7 },
    { kind: "failed_job" },
    { kind: "slow_job", delayInMs: 300 },
    { kind: "credits_exhausted" },
    { kind: "rate_limited", retryAfterInSeconds: 7 },
  ];

  it("says every fault, and is read as it was written", () => {
    const text = writeFaultHeader(faults);
    expect(text).toContain("status=503, delay=200");
    expect(readFaultHeader(text).data).toEqual(faults);
  });

  it("fills in what a fault does not say", () => {
    expect(readFaultHeader("cut_stream,rate_limited , slow_job").data).toEqual([
      { kind: "cut_stream", afterBytes: 20 },
      { kind: "rate_limited", retryAfterInSeconds: 1 },
      { kind: "slow_job", delayInMs: 2_000 },
    ]);
  });

  it.each(["", "explode", "status", "status=200", "status=x", "delay=-1", "failed_job=3", "status=503,,"])(
    "is refused as %j",
    (text) => expect(readFaultHeader(text).success).toBe(false),
  );
});

describe("the documented paths", () => {
  const { askQuestion, paintPrompt, auditCode } = createSandboxOperations(createOperations());

  it("need one field and price as the live ones do", () => {
    expect(askQuestion.body?.parse({ question: "What is gas?" })).toMatchObject({
      model: "general_assistant",
      question: "What is gas?",
    });
    const image = paintPrompt.body?.parse({ prompt: "a fox", width: 768 });
    expect(image).toMatchObject({ prompt: "a fox", model: "velogen", width: 768, height: 512 });
    expect(auditCode.body?.parse({ code: "contract A {}" })).toMatchObject({
      model: "smart_contract_auditor",
      question: "contract A {}",
    });
  });

  it.each([
    [askQuestion, "question is required and must be text"],
    [paintPrompt, "prompt is required and must be text"],
    [auditCode, "code is required and must be text"],
  ])("name what is missing", (operation, message) => {
    expect(operation.body?.safeParse({}).error?.issues).toMatchObject([{ message }]);
    expect(operation.body?.safeParse([]).success).toBe(false);
  });
});
