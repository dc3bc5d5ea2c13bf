import { type Contract, isConstructor, Program, type ProgramInput } from "./program.ts";
import { type Trace, traceContract } from "./trace.ts";

/** The input of every detector. */
export interface Analysis {
  program: Program;
  contracts: readonly { contract: Contract; traces: readonly Trace[] }[];
}

export function analyse(input: ProgramInput): Analysis {
  const program = new Program(input);
  return {
    program,
    contracts: program.contracts.map((contract) => ({ contract, traces: traceContract(program, contract) })),
  };
}

/** The traces of all entry points except the constructors. */
export function entryTraces({ contracts }: Analysis): Trace[] {
  return contracts.flatMap(({ traces }) => traces.filter(({ entry }) => !isConstructor(entry)));
}
