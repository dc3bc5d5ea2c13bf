import { createSolcCompiler, type SolidityCompiler } from "@mintwright/solidity-compiler";
import { type CompiledSource, createCompileSource } from "./compile-source.ts";
import { type CompleteChat, type ContractModel, createContractModel } from "./contract-model.ts";
import { GenerationError } from "./generation-error.ts";
import { type ContractPlan, contractKinds, planSchema } from "./plan.ts";
import { readRequest, readRequestFor } from "./reading/read-request.ts";
import { findPlanLine } from "./writing/solidity-file.ts";
import { writeContract } from "./writing/write-contract.ts";
import { type ReviewContract, writeWithModel } from "./written-by-model.ts";

/** What the generator works with. */
export interface GeneratorParts {
  compiler: SolidityCompiler;
  /** Refines plans and writes what no template covers. */
  complete?: CompleteChat | undefined;
  /** Reviews what a model wrote. */
  review?: ReviewContract | undefined;
}

/** What the generator is asked; the history holds earlier requests and the sources they got, newest last. */
export interface GeneratorRequest {
  question: string;
  history: readonly { user: string; assistant: string }[];
  signal: AbortSignal;
}

/** Writes contracts that compile. */
export interface ContractGenerator {
  generate(request: GeneratorRequest): Promise<CompiledSource>;
}

/** What is given is reused; a compiler that is not given is made for one request. */
export interface GenerateOptions extends Partial<GeneratorParts> {
  /** Earlier requests and the sources they got, newest last. */
  history?: GeneratorRequest["history"];
  signal?: AbortSignal | undefined;
}

const compilerBounds = { processes: 1, maxWaiting: 0, timeoutInMs: 60_000, memoryInMb: 1_024 };

/** Generates one contract for a request in plain English. */
export async function generate(question: string, options: GenerateOptions = {}): Promise<CompiledSource> {
  const { history = [], signal = new AbortController().signal, ...parts } = options;
  const compiler = parts.compiler ?? createSolcCompiler(compilerBounds);
  try {
    return await createGenerator({ ...parts, compiler }).generate({ question, history, signal });
  } finally {
    if (!parts.compiler) await compiler.stop();
  }
}

/** Creates the generator: a plan first, code second, and nothing that was not compiled. */
export function createGenerator({ compiler, complete, review }: GeneratorParts): ContractGenerator {
  const compile = createCompileSource(compiler);
  const model = complete && createContractModel(complete);

  async function writePlanned(plan: ContractPlan, signal: AbortSignal): Promise<CompiledSource> {
    const { name, source, warnings } = write(plan);
    const compiled = await compile(source, name, signal);
    if ("problems" in compiled) {
      throw new GenerationError("not_compiled", compiled.problems[0]?.message ?? "It does not compile.");
    }
    const contract = {
      ...compiled.contract,
      warnings: [...warnings, ...compiled.contract.warnings],
      features: listFeatures(plan),
    };
    return { source, contract };
  }

  return {
    async generate({ question, history, signal }) {
      const earlier = findEarlier(history);
      const plan = await makePlan(question, earlier?.plan, model, signal);
      if (plan) return writePlanned(plan, signal);
      if (!model) throw unknownKind();
      return writeWithModel({ model, compile, review }, question, earlier?.source, signal);
    },
  };
}

async function makePlan(
  question: string,
  earlier: ContractPlan | undefined,
  model: ContractModel | undefined,
  signal: AbortSignal,
): Promise<ContractPlan | undefined> {
  const plan = readRequest(question, earlier);
  if (!model || (plan && earlier)) return plan;
  if (plan) return orElse(model.refine(plan, question, signal), plan, signal);
  const kind = await orElse(model.chooseKind(question, signal), undefined, signal);
  return kind && readRequestFor(kind, question);
}

/** A model that fails while planning costs its help, not the answer. */
async function orElse<Value>(work: Promise<Value>, fallback: Value, signal: AbortSignal): Promise<Value> {
  try {
    return await work;
  } catch {
    signal.throwIfAborted();
    return fallback;
  }
}

/** The newest contract of a conversation: its source, and its plan when it was written from one. */
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

function write(plan: ContractPlan): ReturnType<typeof writeContract> {
  try {
    return writeContract(plan);
  } catch (error) {
    throw new GenerationError(
      "impossible",
      "A contract cannot be made with these numbers: an amount is too large or has more decimals than the token.",
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

function unknownKind(): GenerationError {
  return new GenerationError(
    "unknown_kind",
    `Say which kind of contract it is to be: ${contractKinds.join(", ")}.`,
  );
}
