import { type Call, toCall } from "./call.ts";
import type { ChatQuestion } from "./chat.ts";
import type {
  CreditsBalanceResponse,
  EnhancePromptRequest,
  GenerateImageRequest,
  GenerateMultipleImagesRequest,
  LedgerRequest,
  LedgerRequestsResponse,
  ListLedgerRequestsQuery,
  ListNewsQuery,
  MintNftRequest,
  QueueRequest,
} from "./contract.ts";
import type { ContractQuestion } from "./contracts.ts";
import { askPrice, type Price, unwrap } from "./dry-run.ts";
import { createListing, type Listing } from "./listing.ts";
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

/** A page of the ledger by request. */
export type LedgerPage = LedgerRequestsResponse["data"];

/** The account's credits. */
export interface Credits {
  /** Gets the account's balance. */
  balance(options?: CallOptions): Call<CreditsBalanceResponse["data"]>;
  /** Lists the ledger by request, newest first: what each one cost and the balance after it. */
  ledger(query?: ListLedgerRequestsQuery, options?: CallOptions): Listing<LedgerRequest, LedgerPage>;
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
    ledger: (query = {}, options = {}) =>
      createListing<LedgerRequest, LedgerPage, string>(
        async (cursor = query.cursor) => {
          const input = { query: { ...query, cursor } };
          return unwrap(await transport.json<LedgerRequestsResponse>("listLedgerRequests", input, options));
        },
        (page) => page.nextCursor,
        (page) => page.requests,
      ),
    price(name, request, options) {
      const [call, toInput] = asked[name];
      return askPrice(transport, call, toInput(request), options);
    },
  };
}
