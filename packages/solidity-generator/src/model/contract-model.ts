import { z } from "zod";
import { type ContractPlan, planSchema } from "../plan.ts";
import { toContractName } from "../writing/solidity-file.ts";

const namingTokens = 300;
const planningTokens = 2_000;
const writingTokens = 8_000;

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

export type CompleteChat = (request: {
  messages: Message[];
  maxTokens: number;
  temperature: number;
  /** A JSON schema that the answer must follow. */
  schema?: Record<string, unknown>;
  signal: AbortSignal;
}) => Promise<{ text: string }>;

const modelPlan = z.object({
  summary: z.string().max(1_000),
  requirements: z
    .array(
      z.object({ requirement: z.string().min(3).max(300), functions: z.array(z.string().max(80)).max(20) }),
    )
    .max(12),
  refusal: z.string().max(500).nullable(),
});
/** What a contract must do, as a model read it from a request. Each requirement names the functions that meet it. */
export type ModelPlan = z.infer<typeof modelPlan>;

/**
 * What a chat model does for the generator. Its answers are untrusted data: they are parsed, validated and compiled, and
 * its tests run in forge's EVM only.
 */
export interface ContractModel {
  /** Fills in what a plan of a template left open, using only words of the request. */
  refine(plan: ContractPlan, question: string, signal: AbortSignal): Promise<ContractPlan>;
  /** Lists the requirements of a request. Undefined if the answer is no plan. */
  plan(conversation: Message[], signal: AbortSignal): Promise<ModelPlan | undefined>;
  /** Writes or fixes a contract or its tests. */
  write(conversation: Message[], signal: AbortSignal): Promise<string>;
}

export function createContractModel(complete: CompleteChat): ContractModel {
  return {
    async refine(plan, question, signal) {
      if (plan.name !== undefined && plan.symbol !== undefined) return plan;
      const { text } = await complete({
        messages: [
          { role: "system", content: namingInstructions },
          { role: "user", content: question },
        ],
        maxTokens: namingTokens,
        temperature: 0,
        schema: namingAnswer,
        signal,
      });
      return fillOpenFields(plan, question, findJson(text));
    },
    async plan(conversation, signal) {
      const { text } = await complete({
        messages: [{ role: "system", content: planningInstructions }, ...conversation],
        maxTokens: planningTokens,
        temperature: 0,
        schema: planAnswer,
        signal,
      });
      return modelPlan.safeParse(findJson(text)).data;
    },
    async write(conversation, signal) {
      const { text } = await complete({
        messages: [{ role: "system", content: writingInstructions }, ...conversation],
        maxTokens: writingTokens,
        temperature: 0.2,
        signal,
      });
      return text;
    },
  };
}

const string = { type: "string" };
/** Without limits of length, which servers with strict schemas refuse. The answer is validated anyway. */
const planAnswer = toObject({
  summary: string,
  requirements: {
    type: "array",
    items: toObject({ requirement: string, functions: { type: "array", items: string } }),
  },
  refusal: { type: ["string", "null"] },
});

const namingAnswer = toObject({
  name: { type: ["string", "null"] },
  symbol: { type: ["string", "null"] },
});

function toObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const namingInstructions =
  'Read the request for a smart contract. Answer with JSON {"name": "…", "symbol": "…"}: the name and the ticker that the request gives, copied exactly, or null when it gives none.';

const planningInstructions = [
  "You plan Solidity smart contracts. List what the contract of the request must do, the main purpose first.",
  'Answer with JSON: {"summary": "one sentence", "requirements": [{"requirement": "…", "functions": ["…"]}], "refusal": null}.',
  "Each requirement is one behaviour that a test can check, in the request's own words: every meaningful word and number of the request occurs in a requirement.",
  "functions: the names of the contract's public functions that meet the requirement.",
  "If the request does not ask for a smart contract, or a contract cannot do it, leave requirements empty and say why in refusal.",
].join("\n");

const writingInstructions = [
  "You write Solidity smart contracts and their tests. Answer with Solidity in fenced code blocks, one for each file: explanations go into comments.",
  "Use `pragma solidity ^0.8.27;`. Import only from @openzeppelin/contracts (version 5).",
  "The main contract is the last one of its file, and its constructor takes no arguments: the deployer (msg.sender) is the owner.",
  "Guard against reentrancy, check every return value, and restrict owner-only functions.",
].join("\n");

const openFields = z.object({
  name: z.string().nullable().catch(null),
  symbol: z.string().nullable().catch(null),
});

/**
 * Takes from a model's answer only what the plan lacks and the request contains word for word. So asking a model never
 * makes a plan worse, however small the model is.
 */
export function fillOpenFields(plan: ContractPlan, question: string, answer: unknown): ContractPlan {
  const { name, symbol } = openFields.safeParse(answer).data ?? {};
  const filled = { ...plan };
  if (plan.name === undefined && name && isName(name, question)) filled.name = name;
  if (plan.symbol === undefined && symbol && isSymbol(symbol, question)) filled.symbol = symbol;
  return planSchema.safeParse(filled).data ?? plan;
}

function occurs(words: string, question: string): boolean {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(question);
}

/** A name starts with a capital letter, and not only because it starts the sentence. */
function isName(name: string, question: string): boolean {
  return (
    /^\p{Lu}[\p{L}\p{N} .&+_'-]{0,63}$/u.test(name) &&
    occurs(name, question) &&
    !question.trimStart().startsWith(name) &&
    !/^(?:ERC|NFT|DAO|I|ETH|Token|Solidity|UUPS)\b/.test(name) &&
    toContractName(name, "") !== ""
  );
}

function isSymbol(symbol: string, question: string): boolean {
  return (
    /^[A-Z][A-Z0-9]{1,10}$/.test(symbol) &&
    occurs(symbol, question) &&
    !/^(?:ERC|NFT|DAO|ETH|UUPS|APR|APY|ICO)/.test(symbol)
  );
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
