import { parseUnits } from "viem";
import type { ContractPlan } from "../plan.ts";

/** A contract as text, before its file is put together. */
export interface WrittenContract {
  /** The contract that is deployed. */
  name: string;
  /** `Symbol path` pairs to import from the bundled libraries. */
  imports: [symbols: string, path: string][];
  /** The contracts of the file. */
  body: string;
  /** What the reader should know: how it is meant and what was assumed. */
  notes: string[];
  /** What was asked for and is not in it. */
  warnings?: string[];
}

const pragma = "pragma solidity ^0.8.27;";
const planMark = "// Plan: ";

/** Puts a file together: licence, notes, the plan in one line, pragma, imports, contracts. */
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

/** Finds the plan that a file was written from, as text; it is validated before it is used. */
export function findPlanLine(source: string): string | undefined {
  const start = source.indexOf(planMark);
  if (start === -1) return undefined;
  const end = source.indexOf("\n", start);
  return source.slice(start + planMark.length, end === -1 ? undefined : end);
}

const reserved =
  /^(?:ERC|IERC|Governor|Ownable|Access|Pausable|Initializable|UUPS|Context|Nonces|Votes|IVotes|EIP712|Timelock|Address|Strings|Math|SafeERC20|ReentrancyGuard|MerkleProof|IAccess|ECDSA|Checkpoints|Time|Panic|Arrays|Storage|Short|Bytes|Create|Clones|Proxy|Vesting)/;

/** Makes the identifier of a contract from its name. It never meets the name of an imported one. */
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

/** Writes an amount of whole tokens in the smallest unit. */
export function toUnits(amount: string, decimals: number): string {
  return amount.includes(".") ? String(parseUnits(amount, decimals)) : `${amount} * 10 ** ${decimals}`;
}

/** Writes an amount of ether. */
export function toEther(amount: string): string {
  return `${amount} ether`;
}

/** Writes a Solidity string literal. */
export function toLiteral(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? JSON.stringify(text) : `unicode${JSON.stringify(text)}`;
}

/** Writes a time with its best unit. */
export function toDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} days`;
  return seconds % 3_600 === 0 ? `${seconds / 3_600} hours` : `${seconds} seconds`;
}

/** Joins the parts of a text that are there. */
export function lines(...parts: (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join("\n");
}
