import { type Call, toCall } from "./call.ts";
import type { ChatQuestion } from "./chat.ts";
import type {
  CreditsBalanceResponse,
  EnhancePromptRequest,
  GenerateImageRequest,
  GenerateMultipleImagesRequest,
  ListNewsQuery,
  MintNftRequest,
  QueueRequest,
} from "./contract.ts";
import type { ContractQuestion } from "./contracts.ts";
import { askPrice, type Price, unwrap } from "./dry-run.ts";
import type { CallOptions } from "./options.ts";
import type { CallInput, CallName, Transport } from "./transport.ts";

/** The arguments of each call that has a price. */
export interface PricedCalls {
  "images.generate": GenerateImageRequest;
  "images.generateMany": GenerateMultipleImagesRequest;
  "collections.create": QueueRequest;
  "collections.mintMetadata": MintNftRequest;
  "prompts.enhance": EnhancePromptRequest;
  "contracts.generate": ContractQuestion;
  "contracts.audit": ContractQuestion;
  "chat.ask": ChatQuestion;
  "news.list": Pick<ListNewsQuery, "limit">;
}

/** The account's credits. */
export interface Credits {
  /** Gets the account's balance. */
  balance(options?: CallOptions): Call<CreditsBalanceResponse["data"]>;
  /** Gets the exact price of a call from the server. Nothing runs and nothing is charged. */
  price<Name extends keyof PricedCalls>(
    name: Name,
    request: PricedCalls[Name],
    options?: CallOptions,
  ): Call<Price>;
}

const asked: { [Name in keyof PricedCalls]: [CallName, (request: PricedCalls[Name]) => CallInput] } = {
  "images.generate": ["generateImage", (body) => ({ body })],
  "images.generateMany": ["generateMultipleImages", (body) => ({ body })],
  "collections.create": ["queueCollection", (body) => ({ body })],
  "collections.mintMetadata": ["mintNft", (body) => ({ body })],
  "prompts.enhance": ["enhancePrompt", (body) => ({ body })],
  "contracts.generate": [
    "streamChat",
    (request) => ({ body: { ...request, model: "smart_contract_generator" } }),
  ],
  "contracts.audit": ["streamChat", (request) => ({ body: { ...request, model: "smart_contract_auditor" } })],
  "chat.ask": ["streamChat", (request) => ({ body: { model: "general_assistant", ...request } })],
  "news.list": ["listNews", (query) => ({ query })],
};

export function createCredits(transport: Transport): Credits {
  return {
    balance: (options) =>
      toCall(transport.json<CreditsBalanceResponse>("getCreditsBalance", {}, options).then(unwrap)),
    price(name, request, options) {
      const [call, toInput] = asked[name];
      return askPrice(transport, call, toInput(request), options);
    },
  };
}
