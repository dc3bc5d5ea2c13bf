import type { CompiledContract } from "@mintwright/solidity-compiler";

export interface Parameter {
  name: string;
  type: string;
  internalType?: string;
}

export interface VictimFunction {
  name: string;
  inputs: Parameter[];
  isPayable: boolean;
}

/** A contract that can be deployed, as its ABI describes it. */
export interface Victim {
  name: string;
  creationCode: string;
  constructorInputs: Parameter[];
  isConstructorPayable: boolean;
  /** Functions that can change state, with parameters that values can be chosen for. */
  functions: VictimFunction[];
  takesEther: boolean;
  /** Amounts of Ether that the source mentions, as Solidity expressions. */
  amounts: string[];
}

interface AbiEntry {
  type: string;
  name?: string;
  inputs?: Parameter[];
  payable?: boolean;
  constant?: boolean;
  stateMutability?: string;
}

const maxCodeLength = 60_000;
const usableType = /^(?:address|bool|string|bytes\d*|u?int\d*|address\[\]|uint256\[\])$/;

/** Reads a compiled contract. Undefined if it cannot be deployed alone. */
export function readVictim(name: string, compiled: CompiledContract, source: string): Victim | undefined {
  const code = compiled.evm.bytecode.object;
  if (!/^[0-9a-f]+$/.test(code) || code.length > maxCodeLength) return undefined;
  const abi = compiled.abi as AbiEntry[];
  const creation = abi.find(({ type }) => type === "constructor");
  const constructorInputs = creation?.inputs ?? [];
  if (!areUsable(constructorInputs)) return undefined;
  return {
    name,
    creationCode: code,
    constructorInputs,
    isConstructorPayable: creation !== undefined && isPayable(creation),
    functions: abi
      .filter((entry) => entry.type === "function" && changesState(entry) && areUsable(entry.inputs ?? []))
      .map((entry) => ({ name: entry.name ?? "", inputs: entry.inputs ?? [], isPayable: isPayable(entry) })),
    takesEther: abi.some((entry) => ["fallback", "receive"].includes(entry.type) && isPayable(entry)),
    amounts: readAmounts(source),
  };
}

export function signatureOf({ name, inputs }: Pick<VictimFunction, "name" | "inputs">): string {
  return `${name}(${inputs.map(({ type }) => type).join(",")})`;
}

function areUsable(inputs: readonly Parameter[]): boolean {
  return inputs.length <= 6 && inputs.every(({ type }) => usableType.test(type));
}

function isPayable({ payable, stateMutability }: AbiEntry): boolean {
  return stateMutability ? stateMutability === "payable" : payable === true;
}

function changesState({ constant, stateMutability }: AbiEntry): boolean {
  return stateMutability ? !["view", "pure"].includes(stateMutability) : constant !== true;
}

const units: Record<string, string> = { finney: " * 1e15", szabo: " * 1e12" };

function readAmounts(source: string): string[] {
  const amounts = new Set<string>();
  for (const [, number = "", unit = ""] of source.matchAll(
    /\b(\d{1,3}(?:\.\d{1,6})?) {0,4}(ether|finney|szabo|gwei)\b/g,
  )) {
    if (Number(number) > 0) amounts.add(`${number}${units[unit] ?? ` ${unit}`}`);
    if (amounts.size >= 3) break;
  }
  return [...amounts];
}
