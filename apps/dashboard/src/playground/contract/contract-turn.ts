import type { ContractSource } from "@mintwright/sdk";
import { createId } from "../../api/create-id.ts";

/** A request and the generated contract. */
export interface ContractTurn extends ContractSource {
  question: string;
  /** In credits. */
  charged: number;
}

export interface ContractConversation {
  /** The session ID of the chat history. */
  id: string;
  turns: ContractTurn[];
  /** The index of the open turn. */
  shown: number;
}

export const startConversation = (): ContractConversation => ({
  id: `playground-${createId()}`,
  turns: [],
  shown: -1,
});

/** Returns the path of the generated file in the compiler input. */
export const entryOf = ({ contract }: ContractSource) => `${contract.name}.sol`;
