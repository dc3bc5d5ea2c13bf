import type { ContractSource } from "@mintwright/sdk";
import type { Item } from "../../library/library-queries.ts";

/** A generated contract and its request. */
export interface ContractTurn extends ContractSource {
  question: string;
  /** In credits. */
  charged: number;
  /** The library item; undefined when the account's storage was full. */
  itemId?: string | undefined;
}

/** A request in the list of the conversation. */
export interface ListedTurn {
  id: string;
  question: string;
  name: string;
  charged: number;
}

export function toListedTurn({ id, title, prompt, price, contract }: Item): ListedTurn {
  return { id, question: prompt ?? title, name: contract?.name ?? title, charged: price };
}

/** Returns the path of the generated file in the compiler input. */
export const entryOf = ({ contract }: ContractSource) => `${contract.name}.sol`;
