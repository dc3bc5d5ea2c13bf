import {
  absentForge,
  type Compilation,
  type Forge,
  type SolidityCompiler,
} from "@mintwright/solidity-compiler";
import type { Finding, Proof } from "../finding.ts";
import type { Goal, Scenario } from "./scenario.ts";
import { planScenarios, strategyOf } from "./strategies.ts";
import { readVictim, type Victim } from "./victim.ts";
import { type Winner, writeProof, writeSearch } from "./write-test.ts";

export interface ProofParts {
  compiler: SolidityCompiler;
  forge: Forge;
}

export const notInstalled = "Foundry is not installed";
const maxFindings = 12;
const firstTries = 16;
const maxFailedProofs = 2;
const goals: readonly Goal[] = ["ether", "tokens", "shares", "ownership", "acceptance"];

/**
 * Tries to build the exploits of findings, and adds proofs by id of the finding. A finding is proven only if the
 * finished test passed in forge. Returns why proofs were not run, or not for all findings.
 */
export async function proveFindings(
  parts: ProofParts,
  compilation: Compilation,
  findings: readonly Finding[],
  proofs: Map<string, Proof>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const provable = findings.filter((finding) => strategyOf(finding)).slice(0, maxFindings);
  if (parts.forge === absentForge) return notInstalled;
  for (const [file, ofFile] of Map.groupBy(provable, (finding) => finding.file)) {
    const victims = await compileVictims(parts.compiler, compilation, file, signal);
    const byVictim = Map.groupBy(ofFile, (finding) => findVictim(victims, finding));
    for (const [victim, ofVictim] of byVictim) {
      if (!victim) continue;
      const reason = await proveOn(parts, victim, ofVictim, proofs, signal);
      if (reason) return reason;
    }
  }
  return undefined;
}

async function compileVictims(
  compiler: SolidityCompiler,
  { input, version }: Compilation,
  file: string,
  signal: AbortSignal,
): Promise<Victim[]> {
  const sources = Object.fromEntries(
    Object.entries(input.sources).map(([name, { content }]) => [name, content]),
  );
  const compiled = await compiler.compile({
    sources,
    entry: file,
    version,
    remappings: input.settings.remappings,
    outputs: "generate",
    ...(input.settings.viaIR && { pipeline: "viaIR" as const }),
    signal,
  });
  return Object.entries(compiled.output.contracts?.[file] ?? {}).flatMap(
    ([name, contract]) => readVictim(name, contract, sources[file] ?? "") ?? [],
  );
}

/** The contract that the finding names, or one that has inherited the function. */
function findVictim(victims: readonly Victim[], { subject }: Finding): Victim | undefined {
  const [contract, name] = subject.split(".");
  return (
    victims.find((victim) => victim.name === contract && victim.functions.length > 0) ??
    victims.find(({ functions }) => functions.some((called) => called.name === name)) ??
    victims.toSorted((left, right) => right.functions.length - left.functions.length)[0]
  );
}

/** Tries the most likely scenarios first, then the others of findings that are still unproven. Returns why forge did not run. */
async function proveOn(
  parts: ProofParts,
  victim: Victim,
  findings: readonly Finding[],
  proofs: Map<string, Proof>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const planned = findings.flatMap((finding) => planScenarios(victim, finding));
  const isFirst = new Map(
    [...Map.groupBy(planned, ({ findingId }) => findingId).values()].flatMap((scenarios) =>
      scenarios.map((scenario, position) => [scenario, position < firstTries] as const),
    ),
  );
  for (const round of [true, false]) {
    const scenarios = planned.filter(
      (scenario) => isFirst.get(scenario) === round && !proofs.has(scenario.findingId),
    );
    if (scenarios.length === 0) continue;
    const searched = await runTests(parts, writeSearch(victim, scenarios), signal);
    if ("notRun" in searched) return searched.notRun;
    const reasons = new Map(searched.tests.map(({ name, reason }) => [name, reason ?? ""]));
    const failed = new Map<string, number>();
    for (const [index, scenario] of scenarios.entries()) {
      const { findingId, explanation } = scenario;
      const winner = readMeasurements(scenario, reasons.get(`test_${index}()`) ?? "");
      if (!winner || proofs.has(findingId) || (failed.get(findingId) ?? 0) >= maxFailedProofs) continue;
      const test = writeProof(victim, winner);
      const checked = await runTests(parts, test, signal);
      if ("notRun" in checked) return checked.notRun;
      if (checked.tests.length === 1 && checked.tests[0]?.passed)
        proofs.set(findingId, { test, explanation });
      else failed.set(findingId, (failed.get(findingId) ?? 0) + 1);
    }
  }
  return undefined;
}

async function runTests({ compiler, forge }: ProofParts, test: string, signal: AbortSignal) {
  const sources = { "test/Proof.t.sol": test };
  const compilation = await compiler.compile({ sources, outputs: "generate", pipeline: "plain", signal });
  const [error] = compilation.errors;
  if (error) throw new Error(`a generated test does not compile: ${error.formattedMessage ?? error.message}`);
  const outcome = await forge.test({ compilation, signal });
  if (outcome.status === "done") return { tests: outcome.tests };
  return { notRun: outcome.status === "absent" ? notInstalled : `forge ${outcome.reason}` };
}

/** Reads what a test of the search measured. Undefined if the scenario shows no loss. */
function readMeasurements(scenario: Scenario, reason: string): Winner | undefined {
  const words = reason.split(" ");
  if (words.length !== 2 * goals.length + 3 || !words.slice(0, -1).every((word) => /^\d{1,78}$/.test(word))) {
    return undefined;
  }
  const numbers = words.slice(0, -1).map(BigInt);
  const victimBefore = numbers[2 * goals.length] ?? 0n;
  const goal = goals.find((candidate, index) => {
    const attack = numbers[index] ?? 0n;
    const control = numbers[goals.length + index] ?? 0n;
    return (
      scenario.goals.includes(candidate) &&
      attack > control &&
      isLoss(scenario, candidate, attack, victimBefore)
    );
  });
  if (!goal) return undefined;
  return {
    scenario,
    goal,
    paid: String(numbers[2 * goals.length + 1] ?? 0n),
    succeeded: Array.from(words.at(-1) ?? "", (bit) => bit === "1"),
  };
}

function isLoss({ minimumShare = 0n }: Scenario, goal: Goal, gain: bigint, victimBefore: bigint): boolean {
  return goal !== "ether" || gain * 100n >= victimBefore * minimumShare;
}
