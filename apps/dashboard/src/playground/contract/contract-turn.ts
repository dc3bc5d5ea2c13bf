import type { ContractSource } from "@mintwright/sdk";
import { createId } from "../../api/create-id.ts";

/** One request of a conversation and the contract it brought. */
export interface ContractTurn extends ContractSource {
  question: string;
  /** Credits that it cost. */
  charged: number;
}

/** A conversation about one contract. */
export interface ContractConversation {
  /** Under this id the server remembers what was said. */
  id: string;
  turns: ContractTurn[];
  /** Which turn is looked at. */
  shown: number;
}

/** Begins a conversation. */
export const beginConversation = (): ContractConversation => ({
  id: `playground-${createId()}`,
  turns: [],
  shown: -1,
});

/** The name of the file that was written, as the compiler knew it. */
export const entryOf = ({ contract }: ContractSource) => `${contract.name}.sol`;
