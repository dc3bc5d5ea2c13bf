import { createSolcCompiler, type Forge, type SolidityCompiler } from "@mintwright/solidity-compiler";
import { type CompiledSource, createCompileSource } from "./compile-source.ts";
import { describeCoverage, makeRemarks, type Remarks, sayNotIncluded } from "./coverage.ts";
import { completePlan } from "./defaults.ts";
import { GenerationError } from "./generation-error.ts";
import { type CompleteChat, type ContractModel, createContractModel } from "./model/contract-model.ts";
import { type ReviewContract, writeWithModel } from "./model/write-with-model.ts";
import { findGapInSubject } from "./not-covered.ts";
import { type ContractPlan, planSchema } from "./plan.ts";
import { account, maxCharacters, type Reading, readRequest } from "./reading/read-request.ts";
import { findRefusal } from "./reading/refused-subjects.ts";
import { findPlanLine } from "./writing/solidity-file.ts";
import { writeContract } from "./writing/write-contract.ts";

export interface GeneratorParts {
  compiler: SolidityCompiler;
  /** Refines plans and writes contracts that no template covers. */
  complete?: CompleteChat | undefined;
  /** Runs the tests of contracts that a model wrote. Undefined if Foundry is not installed. */
  forge?: Forge | undefined;
  /** Reviews contracts that a model wrote. */
  review?: ReviewContract | undefined;
}

/** A request. The history has earlier requests and their sources, newest last. */
export interface GeneratorRequest {
  question: string;
  history: readonly { user: string; assistant: string }[];
  signal: AbortSignal;
}

export interface ContractGenerator {
  generate(request: GeneratorRequest): Promise<CompiledSource>;
}

/** Parts that are passed in are reused. Without a compiler, one is created for this request. */
export interface GenerateOptions extends Partial<GeneratorParts> {
  /** Earlier requests and their sources, newest last. */
  history?: GeneratorRequest["history"];
  signal?: AbortSignal | undefined;
}

const compilerBounds = { processes: 1, maxWaiting: 0, timeoutInMs: 60_000, memoryInMb: 1_024 };

export async function generate(question: string, options: GenerateOptions = {}): Promise<CompiledSource> {
  const { history = [], signal = new AbortController().signal, ...parts } = options;
  const compiler = parts.compiler ?? createSolcCompiler(compilerBounds);
  try {
    return await createGenerator({ ...parts, compiler }).generate({ question, history, signal });
  } finally {
    if (!parts.compiler) await compiler.stop();
  }
}

/** Creates the generator. It writes a plan first, then the code, and returns only code that compiled. */
export function createGenerator({ compiler, complete, forge, review }: GeneratorParts): ContractGenerator {
  const compile = createCompileSource(compiler);
  const model = complete && createContractModel(complete);

  async function writePlanned(reading: Reading, signal: AbortSignal): Promise<CompiledSource> {
    const { plan, assumed } = completePlan(reading.plan);
    const remarks = makeRemarks(reading, assumed);
    const { name, source } = write(plan, remarks);
    const compiled = await compile(source, name, signal);
    if ("problems" in compiled) {
      throw new GenerationError("not_compiled", compiled.problems[0]?.message ?? "It does not compile.");
    }
    const contract = {
      ...compiled.contract,
      warnings: [...remarks.notIncluded.map(sayNotIncluded), ...compiled.contract.warnings],
      features: listFeatures(plan),
      coverage: describeCoverage(reading, remarks, source, name),
    };
    return { source, contract };
  }

  return {
    async generate({ question, history, signal }) {
      const earlier = findEarlier(history);
      const reading = await makeReading(question, earlier?.plan, model, signal);
      const refusal = findGapInSubject(question, reading, earlier?.plan);
      if (reading && !refusal) return writePlanned(reading, signal);
      const risk = findRefusal(question.slice(0, maxCharacters));
      // What no template may be used for is written by a model only if its tests can be run.
      if (!model || risk?.isFinal || (risk && !forge)) throw refusal;
      const parts = { model, compiler, compile, forge, review };
      const written = await writeWithModel(parts, question, earlier?.source, signal);
      if (risk)
        written.contract.warnings.unshift(
          `${risk.reason} A model wrote this one: have a person audit it before you deploy it.`,
        );
      return written;
    },
  };
}

async function makeReading(
  question: string,
  earlier: ContractPlan | undefined,
  model: ContractModel | undefined,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  const reading = readRequest(question, earlier);
  if (!reading || !model || earlier) return reading;
  const plan = await orElse(model.refine(reading.plan, question, signal), reading.plan, signal);
  return { ...reading, plan, ...account(question, plan, false) };
}

/** If a model fails during planning, the request continues without it. */
async function orElse<Value>(work: Promise<Value>, fallback: Value, signal: AbortSignal): Promise<Value> {
  try {
    return await work;
  } catch {
    signal.throwIfAborted();
    return fallback;
  }
}

/** The newest contract of a conversation: its source, and its plan if it was generated from one. */
function findEarlier(
  history: GeneratorRequest["history"],
): { source: string; plan: ContractPlan | undefined } | undefined {
  const source = history.findLast(({ assistant }) => /\bcontract\s+\w+/.test(assistant))?.assistant;
  if (source === undefined) return undefined;
  return { source, plan: readPlan(findPlanLine(source)) };
}

function readPlan(line: string | undefined): ContractPlan | undefined {
  try {
    return line === undefined ? undefined : planSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function write(plan: ContractPlan, { notIncluded, assumed }: Remarks): ReturnType<typeof writeContract> {
  try {
    return writeContract(plan, [
      ...notIncluded.map(sayNotIncluded),
      ...assumed.map(({ requirement }) => `Assumed: ${requirement}.`),
    ]);
  } catch (error) {
    throw new GenerationError(
      "impossible",
      "A contract cannot be generated with these numbers: an amount is too large or has more decimals than the token.",
      { cause: error },
    );
  }
}

function listFeatures({ kind, features, cap, access, upgradeable }: ContractPlan): string[] {
  return [
    kind,
    ...features,
    ...(cap === undefined ? [] : ["capped"]),
    ...(access ? [access] : []),
    ...(upgradeable ? [upgradeable] : []),
  ];
}
