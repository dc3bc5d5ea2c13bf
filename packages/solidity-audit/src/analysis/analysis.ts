import { type Contract, isConstructor, Program, type ProgramInput } from "./program.ts";
import { type Trace, traceContract } from "./trace.ts";

/** What every detector is given. */
export interface Analysis {
  program: Program;
  contracts: readonly { contract: Contract; traces: readonly Trace[] }[];
}

/** Builds the analysis of a compilation. */
export function analyse(input: ProgramInput): Analysis {
  const program = new Program(input);
  return {
    program,
    contracts: program.contracts.map((contract) => ({ contract, traces: traceContract(program, contract) })),
  };
}

/** Every entry point of the analysis, without the constructors. */
export function entryTraces({ contracts }: Analysis): Trace[] {
  return contracts.flatMap(({ traces }) => traces.filter(({ entry }) => !isConstructor(entry)));
}
