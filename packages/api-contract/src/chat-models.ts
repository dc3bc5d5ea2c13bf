import { type Centicredits, fromCredits } from "./credits.ts";

interface ChatModelTerms {
  price: Centicredits;
  /** Added to the price when the conversation is saved. */
  historyPrice: Centicredits;
  /** The value of `status` in a buffered answer. */
  status: true | "success";
  /** Whether a buffered answer repeats the question as `data.user`. */
  echoesQuestion: boolean;
  usesCustomContext: boolean;
}

const contractModel = { price: fromCredits(1), historyPrice: fromCredits(1), usesCustomContext: false };

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

export const chatModelNames = Object.keys(chatModels) as [ChatModelName, ...ChatModelName[]];
