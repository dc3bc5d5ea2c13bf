import { type Centicredits, fromCredits } from "./credits.ts";

/** What the contract knows of a chat model. */
interface ChatModelTerms {
  price: Centicredits;
  /** Added when the conversation is remembered. */
  historyPrice: Centicredits;
  /** The value of `status` in a buffered answer. */
  status: true | "success";
  /** Whether a buffered answer repeats the question as `data.user`. */
  echoesQuestion: boolean;
  usesCustomContext: boolean;
}

const contractModel = { price: fromCredits(1), historyPrice: fromCredits(1), usesCustomContext: false };

/** The chat models of the specification. */
export const chatModels = {
  smart_contract_generator: { ...contractModel, status: "success", echoesQuestion: true },
  general_assistant: {
    price: fromCredits(0.5),
    historyPrice: fromCredits(0.5),
    status: true,
    echoesQuestion: false,
    usesCustomContext: true,
  },
  smart_contract_auditor: { ...contractModel, status: true, echoesQuestion: false },
} as const satisfies Record<string, ChatModelTerms>;

export type ChatModelName = keyof typeof chatModels;

/** The names of the chat models. */
export const chatModelNames = Object.keys(chatModels) as [ChatModelName, ...ChatModelName[]];
