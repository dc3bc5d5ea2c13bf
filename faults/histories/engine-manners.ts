import type { ScriptedCall, ScriptedStep } from "@mintwright/test-harness";
import { alwaysFails, type CallOperation, type EngineManner } from "./plan-operations.ts";

const failedRequests = 3;

/** Writes a prompt that tells the scripted engine how to behave. */
export function writePrompt(seed: number, { id, engine }: CallOperation): string {
  return `history ${seed} operation ${id} engine ${engine} end`;
}

/** Makes the scripted engine do what each prompt says. */
export function createEngineScript(): (call: ScriptedCall) => ScriptedStep {
  const requests = new Map<string, number>();
  return ({ prompt, isStreamed }) => {
    const [said, manner] = /history \d+ operation \d+ engine ([a-z-]+) end/.exec(prompt) ?? [];
    if (!said) return { kind: "answer" };
    const request = (requests.get(said) ?? 0) + 1;
    requests.set(said, request);
    const engine = manner as EngineManner;
    if (engine === "fails-first")
      return request <= failedRequests ? fail("refuses", said, isStreamed) : answer(said);
    if (alwaysFails(engine)) return fail(engine, said, isStreamed);
    const delayInMs = engine === "slow" ? 300 + ((said.length * 97) % 900) : 0;
    return { ...answer(said), delayInMs };
  };
}

const answer = (said: string) =>
  ({ kind: "answer", text: `A rewriting of ${said}.`, everyInMs: 20 }) as const;

function fail(manner: EngineManner, said: string, isStreamed: boolean): ScriptedStep {
  if (manner === "refuses") return { kind: "refuse", status: 500 };
  // A stream fails after its first words.
  if (isStreamed) {
    const next = manner === "resets" ? "reset" : manner === "cuts" ? "cut" : "malformed";
    return { kind: "pieces", pieces: ["A ", "part of ", said], everyInMs: 20, next };
  }
  if (manner === "resets") return { kind: "reset" };
  if (manner === "cuts") return { kind: "cut" };
  return { kind: "raw", body: "<html>502 Bad Gateway</html>", contentType: "text/html" };
}
