import { parseUnits } from "viem";
import type { ContractPlan } from "../plan.ts";

/** The parts of a Solidity file. */
export interface WrittenContract {
  /** The contract to deploy. */
  name: string;
  /** `Symbol path` pairs to import from the bundled libraries. */
  imports: [symbols: string, path: string][];
  body: string;
  /** Notes for the reader: how the contract works. */
  notes: string[];
}

const pragma = "pragma solidity ^0.8.27;";
const planMark = "// Plan: ";

/** Assembles a file: licence, notes, the plan on one line, pragma, imports, contracts. */
export function writeFile(plan: ContractPlan, { imports, body, notes }: WrittenContract): string {
  const lines = new Set(
    imports.map(([symbols, path]) => `import {${symbols}} from "@openzeppelin/${path}.sol";`),
  );
  return `${[
    "// SPDX-License-Identifier: MIT",
    ...notes.map((note) => `// ${note}`),
    `${planMark}${JSON.stringify(plan)}`,
    pragma,
    "",
    ...[...lines].sort(comparePaths),
    "",
    body.trim(),
  ].join("\n")}\n`;
}

function comparePaths(a: string, b: string): number {
  return (a.split('"')[1] ?? "") < (b.split('"')[1] ?? "") ? -1 : 1;
}

/** Finds the plan that a file was generated from, as text that is not validated yet. */
export function findPlanLine(source: string): string | undefined {
  const start = source.indexOf(planMark);
  if (start === -1) return undefined;
  const end = source.indexOf("\n", start);
  return source.slice(start + planMark.length, end === -1 ? undefined : end);
}

const reserved =
  /^(?:ERC|IERC|Governor|Ownable|Access|Pausable|Initializable|UUPS|Context|Nonces|Votes|IVotes|EIP712|Timelock|Address|Strings|Math|SafeERC20|ReentrancyGuard|MerkleProof|IAccess|ECDSA|Checkpoints|Time|Panic|Arrays|Storage|Short|Bytes|Create|Clones|Proxy|Vesting)/;

/** Derives a contract's identifier from its name, avoiding the names of imported contracts. */
export function toContractName(name: string | undefined, fallback: string): string {
  const identifier = (name ?? "")
    .normalize("NFKD")
    .replaceAll(/[^\w ]/g, "")
    .replaceAll(/(?:^|(?<![ _])[ _]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll(/\W|^[\d_]+/g, "")
    .slice(0, 60);
  if (identifier === "") return fallback;
  return reserved.test(identifier) ? `My${identifier}` : identifier;
}

/** Converts whole tokens to the smallest unit. */
export function toUnits(amount: string, decimals: number): string {
  return amount.includes(".") ? String(parseUnits(amount, decimals)) : `${amount} * 10 ** ${decimals}`;
}

/** Formats an amount of Ether. */
export function toEther(amount: string): string {
  return `${amount} ether`;
}

export function toLiteral(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? JSON.stringify(text) : `unicode${JSON.stringify(text)}`;
}

/** Formats a duration in its largest exact unit. */
export function toDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} days`;
  return seconds % 3_600 === 0 ? `${seconds / 3_600} hours` : `${seconds} seconds`;
}

/** Joins the parts that are not empty. */
export function lines(...parts: (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join("\n");
}
