import type { Forge, SolidityCompiler } from "@mintwright/solidity-compiler";
import type { CompiledSource, CompileSource } from "../compile-source.ts";
import { type Requirement, sayNotIncluded } from "../coverage.ts";
import { GenerationError } from "../generation-error.ts";
import { locate } from "../locate.ts";
import { checkFile } from "./check-file.ts";
import type { ContractModel, Message } from "./contract-model.ts";
import { type CheckedPlan, planContract } from "./plan-contract.ts";
import { type Draft, extractFiles } from "./solidity-answer.ts";
import { type TestReport, testContract } from "./test-contract.ts";

const maxAnswers = 6;
const maxMessages = 8;
const maxProblemCharacters = 6_000;

/** Looks for high-severity findings in a compiled contract. Returns one sentence for each. */
export type ReviewContract = (source: string, signal: AbortSignal) => Promise<string[]>;

export interface ModelWriting {
  model: ContractModel;
  compiler: SolidityCompiler;
  compile: CompileSource;
  /** Undefined if Foundry is not installed: the answer says that tests were not run. */
  forge: Forge | undefined;
  review: ReviewContract | undefined;
}

/** A draft that compiles, and what its tests showed. */
interface Judged {
  compiled: CompiledSource;
  report: TestReport;
}

/**
 * Lets a model plan, write and test a contract that no template covers. Problems are sent back to the model a limited
 * number of times. A contract that does not meet its main requirement, or most of the others, is rejected.
 */
export async function writeWithModel(
  parts: ModelWriting,
  question: string,
  earlierSource: string | undefined,
  signal: AbortSignal,
): Promise<CompiledSource> {
  const { model, review } = parts;
  const request = earlierSource
    ? `Change this contract.\n\n${earlierSource}\n\nThe change: ${question}`
    : question;
  const plan = await planContract(model, question, request, signal);
  const first: Message = { role: "user", content: askForContract(request, plan) };
  let conversation = [first];
  let draft: Draft = {};
  let problems: string[] = [];
  let judged: Judged | undefined;
  for (let answer = 0; answer < maxAnswers; answer++) {
    const before = show(draft);
    draft = { ...draft, ...extractFiles(await model.write(conversation, signal)) };
    if (answer > 0 && show(draft) === before) continue;
    ({ problems, judged } = await judge(parts, draft, plan, signal));
    if (judged && problems.length === 0) problems = (await review?.(judged.compiled.source, signal)) ?? [];
    if (judged && problems.length === 0) return describe(judged, plan);
    const said = problems.join("\n").slice(0, maxProblemCharacters);
    conversation = [
      first,
      ...(draft.source ? [{ role: "assistant" as const, content: show(draft) }] : []),
      { role: "user", content: draft.source ? `${said}\nAnswer with every file that changes, whole.` : said },
    ];
  }
  if (
    judged &&
    isMostlyMet(judged, plan) &&
    ((await review?.(judged.compiled.source, signal)) ?? []).length === 0
  )
    return describe(judged, plan);
  if (!draft.source)
    throw new GenerationError(
      "not_written",
      "The model wrote no contract for this request. Say what kind of contract it is and what it does.",
    );
  throw new GenerationError(
    "not_accepted",
    "No contract that compiles and passes its tests and the review could be generated for this request.",
    { problems: problems.map((problem) => problem.slice(0, 1_000)) },
  );
}

async function judge(
  { compile, compiler, forge }: ModelWriting,
  { source, tests }: Draft,
  plan: CheckedPlan,
  signal: AbortSignal,
): Promise<{ problems: string[]; judged?: Judged }> {
  if (!source) return { problems: ["The answer has no Solidity contract in it."] };
  if (/hevm cheat code|0x7109709ECfa91a80626fF3989D68f67F5b1DD12D/i.test(source))
    return { problems: ["The contract must not use cheatcodes of tests."] };
  const compiled = await compile(source, undefined, signal);
  if ("problems" in compiled)
    return {
      problems: compiled.problems
        .slice(0, maxMessages)
        .map(({ formattedMessage, message }) => (formattedMessage ?? message).trim()),
    };
  const problems = findMissingFunctions(compiled, plan);
  if (!forge) {
    const report = { status: "not_run", reason: "Foundry is not installed on this server" } as const;
    return { problems, judged: { compiled, report } };
  }
  const { name } = compiled.contract;
  if (!tests) return { problems: [...problems, askForTests(name, plan)] };
  const report = await testContract(
    { compiler, forge },
    { name, source, tests },
    plan.requirements.length,
    signal,
  );
  return {
    problems: [...problems, ...(report.status === "done" ? report.problems : [])],
    judged: { compiled, report },
  };
}

const isConstructor = (name: string) => /^(?:constructor|receive|fallback)$/.test(name);
const toFunctionName = (text: string) => /^[A-Za-z_$][\w$]*/.exec(text.trim())?.[0] ?? "";

function hasFunctions({ contract }: CompiledSource, functions: readonly string[]): boolean {
  const names = new Set((contract.abi as { name?: string }[]).map(({ name }) => name));
  return functions.map(toFunctionName).every((name) => isConstructor(name) || names.has(name));
}

function findMissingFunctions(compiled: CompiledSource, { requirements }: CheckedPlan): string[] {
  return requirements.flatMap(({ requirement, functions }, index) =>
    hasFunctions(compiled, functions)
      ? []
      : [`Requirement ${index + 1} (${requirement}) needs these functions: ${functions.join(", ")}.`],
  );
}

/** Whether the first requirement, which is the purpose of the contract, and most others are met. */
function isMostlyMet({ compiled, report }: Judged, { requirements }: CheckedPlan): boolean {
  if (report.status !== "done") return false;
  const met = requirements.filter(
    ({ functions }, index) => report.proven.has(index + 1) && hasFunctions(compiled, functions),
  );
  return (
    met.includes(requirements[0] as (typeof requirements)[number]) && met.length * 2 > requirements.length
  );
}

function describe({ compiled, report }: Judged, { requirements, unmentioned }: CheckedPlan): CompiledSource {
  const { source, contract } = compiled;
  const coverage: Requirement[] = requirements.map(({ requirement, functions }, index) => {
    const place = functions.map(toFunctionName).find((name) => !isConstructor(name)) ?? "kind";
    const location = locate(source, contract.name, place);
    if (report.status === "not_run")
      return {
        requirement,
        status: "assumed",
        location,
        note: `A model wrote this. Tests were not run: ${report.reason}.`,
      };
    const test = hasFunctions(compiled, functions) && report.proven.get(index + 1);
    return test
      ? { requirement, status: "included", location, note: `Written by a model; its test ${test} passed.` }
      : { requirement, status: "not_included", note: "No test of it passed." };
  });
  if (unmentioned.length > 0)
    coverage.push({
      requirement: unmentioned.join(" ").slice(0, 200),
      status: "not_included",
      note: "The model's plan does not mention it.",
    });
  const missing = coverage.filter(({ status }) => status === "not_included").map(sayNotIncluded);
  return { source, contract: { ...contract, coverage, warnings: [...missing, ...contract.warnings] } };
}

function askForContract(request: string, { requirements }: CheckedPlan): string {
  const list = requirements.map(
    ({ requirement, functions }, index) => `${index + 1}. ${requirement} [${functions.join(", ")}]`,
  );
  return `${request}\n\nThe contract must meet these requirements, with these functions:\n${list.join("\n")}\n\nWrite the contract.`;
}

function askForTests(name: string, { requirements }: CheckedPlan): string {
  return `Now write the tests, in one file test/${name}.t.sol that imports {Check} from "./Check.sol" and {${name}} from "../${name}.sol". The test contract inherits Check and creates the contract with new ${name}(). For each of the ${requirements.length} requirements write at least one function test_r<number>_<what>() that calls the contract, checks what it did and fails if the contract does not meet the requirement. test/Check.sol is given:
\`\`\`solidity
${checkFile}\`\`\``;
}

function show({ source, tests }: Draft): string {
  return [source, tests].flatMap((file) => (file ? [`\`\`\`solidity\n${file}\`\`\``] : [])).join("\n");
}
