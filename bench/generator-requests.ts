import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SolidityCompiler } from "@mintwright/solidity-compiler";
import type { CompiledSource, ContractGenerator } from "@mintwright/solidity-generator";
import type { Anvil } from "@mintwright/test-harness";
import type { Laboratory } from "../packages/solidity-generator/src/__fixtures__/evaluate.ts";
import { exerciseGenerated } from "../packages/solidity-generator/src/__fixtures__/exercise-generated.ts";
import {
  compileServiceParts,
  type ServiceParts,
} from "../packages/solidity-generator/src/__fixtures__/exercise-services.ts";
import { prepareLaboratory } from "../packages/solidity-generator/src/__fixtures__/run-evaluation.ts";
import { print, printFigure } from "./measure.ts";

interface Request {
  request: string;
  /** Functions that the contract must have; alternatives are separated by `|`. */
  functions: string[];
}

type Verdict = "right" | "reported" | "refused" | "silently wrong";

const file = resolve(process.env.GENERATOR_REQUESTS ?? "../shared/data/generator-requests.json");

/**
 * Requests as people write them. Right: the contract has the functions, nothing is reported as missing, and it was
 * deployed and exercised on a chain. Silently wrong: something is missing and the answer does not say so.
 */
export async function measureRequests(
  anvil: Anvil,
  compiler: SolidityCompiler,
  generator: ContractGenerator,
): Promise<void> {
  if (!existsSync(file)) {
    print(`SKIPPED: no requests at ${file}; set GENERATOR_REQUESTS to measure them.`);
    return;
  }
  const requests = JSON.parse(readFileSync(file, "utf8")) as Request[];
  const laboratory = await prepareLaboratory(anvil, compiler, generator);
  const parts = await compileServiceParts(compiler);
  const counts: Record<Verdict, number> = { right: 0, reported: 0, refused: 0, "silently wrong": 0 };
  print("| request | answer | |");
  print("|---|---|---|");
  for (const { request, functions } of requests) {
    const [verdict, why] = await judgeRequest(request, functions, generator, laboratory, parts);
    counts[verdict] += 1;
    print(`| ${request} | ${verdict} | ${why} |`);
  }
  printFigure(
    "generator-requests right",
    counts.right,
    `>= ${Math.ceil((requests.length * 2) / 3)} of ${requests.length}`,
  );
  printFigure("generator-requests reported", counts.reported, "the rest, with refused");
  printFigure("generator-requests refused", counts.refused, "the rest, with reported");
  printFigure("generator-requests silently wrong", counts["silently wrong"], "0");
}

async function judgeRequest(
  request: string,
  functions: string[],
  generator: ContractGenerator,
  laboratory: Laboratory,
  parts: ServiceParts,
): Promise<[Verdict, string]> {
  let made: CompiledSource;
  try {
    made = await generator.generate({ question: request, history: [], signal: new AbortController().signal });
  } catch (error) {
    return ["refused", (error as Error).message.split(" There are templates")[0] ?? ""];
  }
  const missing = made.contract.coverage.filter(({ status }) => status === "not_included");
  if (missing.length > 0) return ["reported", missing.map(({ requirement }) => requirement).join("; ")];
  const names = new Set((made.contract.abi as { name?: string }[]).map(({ name }) => name));
  const absent = functions.filter((choice) => !choice.split("|").some((name) => names.has(name)));
  if (absent.length > 0) return ["silently wrong", `no ${absent.join(", ")}`];
  try {
    await exerciseGenerated(made, laboratory, parts);
    return ["right", made.contract.name];
  } catch (error) {
    return ["silently wrong", String(error).split("\n")[0] ?? ""];
  }
}
