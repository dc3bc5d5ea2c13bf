import { createSolcCompiler, type SolidityCompiler } from "@mintwright/solidity-compiler";
import { type CompiledSource, createCompileSource } from "./compile-source.ts";
import { type CompleteChat, type ContractModel, createContractModel } from "./contract-model.ts";
import { GenerationError } from "./generation-error.ts";
import { type ContractPlan, contractKinds, planSchema } from "./plan.ts";
import { readRequest, readRequestFor } from "./reading/read-request.ts";
import { findPlanLine } from "./writing/solidity-file.ts";
import { writeContract } from "./writing/write-contract.ts";
import { type ReviewContract, writeWithModel } from "./written-by-model.ts";

export interface GeneratorParts {
  compiler: SolidityCompiler;
  /** Refines plans and writes contracts that no template covers. */
  complete?: CompleteChat | undefined;
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

function write(plan: ContractPlan): ReturnType<typeof writeContract> {
  try {
    return writeContract(plan);
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

function unknownKind(): GenerationError {
  return new GenerationError(
    "unknown_kind",
    `Say which kind of contract you want: ${contractKinds.join(", ")}.`,
  );
}
