import { z } from "zod";
import { type ContractKind, type ContractPlan, contractKinds, planSchema } from "./plan.ts";
import { toContractName } from "./writing/solidity-file.ts";

const planningTokens = 300;
const writingTokens = 6_000;

export type CompleteChat = (request: {
  messages: { role: "system" | "user" | "assistant"; content: string }[];
  maxTokens: number;
  temperature: number;
  signal: AbortSignal;
}) => Promise<{ text: string }>;

/**
 * What a chat model does for the generator. Its answers are untrusted data: they are parsed, validated and compiled.
 */
export interface ContractModel {
  /** Names the kind of contract that a request asks for, if there is a template for it. */
  chooseKind(question: string, signal: AbortSignal): Promise<ContractKind | undefined>;
  /** Fills in what a plan left open, using only words of the request. */
  refine(plan: ContractPlan, question: string, signal: AbortSignal): Promise<ContractPlan>;
  /** Writes or fixes a contract that no template covers. */
  write(
    conversation: { role: "user" | "assistant"; content: string }[],
    signal: AbortSignal,
  ): Promise<string>;
}

export function createContractModel(complete: CompleteChat): ContractModel {
  async function ask(system: string, question: string, maxTokens: number, signal: AbortSignal) {
    const messages = [
      { role: "system" as const, content: system },
      { role: "user" as const, content: question },
    ];
    return (await complete({ messages, maxTokens, temperature: 0, signal })).text;
  }

  return {
    async chooseKind(question, signal) {
      const text = await ask(
        `Which kind of smart contract does the user want? Answer with JSON {"kind": "…"}, one of: ${contractKinds.join(", ")}, other. Say other unless it clearly is one of them.`,
        question,
        planningTokens,
        signal,
      );
      return kindAnswer.safeParse(findJson(text)).data?.kind;
    },
    async refine(plan, question, signal) {
      if (plan.name !== undefined && plan.symbol !== undefined) return plan;
      const text = await ask(
        'Read the request for a smart contract. Answer with JSON {"name": "…", "symbol": "…"}: the name and the ticker that the request gives, copied exactly, or null when it gives none.',
        question,
        planningTokens,
        signal,
      );
      return fillOpenFields(plan, question, findJson(text));
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

const writingInstructions = [
  "You write Solidity smart contracts. Answer with one Solidity file and nothing else: explanations go into comments.",
  "Use `pragma solidity ^0.8.27;`. Import only from @openzeppelin/contracts (version 5).",
  "The main contract is the last one of the file, and its constructor takes no arguments: the deployer (msg.sender) is the owner.",
  "Guard against reentrancy, check every return value, and restrict owner-only functions.",
].join("\n");

const kindAnswer = z.object({ kind: z.enum(contractKinds) });
const openFields = z.object({
  name: z.string().nullish().catch(null),
  symbol: z.string().nullish().catch(null),
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
  const start = text.indexOf("{");
  for (let end = text.indexOf("}", start); start !== -1 && end !== -1; end = text.indexOf("}", end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1));
    } catch {
      // Not closed yet: a later brace may end it.
    }
  }
  return undefined;
}
