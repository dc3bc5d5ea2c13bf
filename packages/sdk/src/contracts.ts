import { type Call, toCall } from "./call.ts";
import type { ChatAnswer, ChatQuestion } from "./chat.ts";
import type { AuditReport, ChatRequest, ChatResponse, GeneratedContract } from "./contract.ts";
import { askPrice, isDryRun, type Price } from "./dry-run.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** A description of the contract to generate, or the code to audit. */
export type ContractQuestion = Pick<ChatQuestion, "question" | "chatHistory" | "sdkUniqueId">;

/** A contract that compiles. */
export interface ContractSource {
  /** One Solidity file. */
  source: string;
  contract: GeneratedContract;
}

/** The result of an audit. */
export interface ContractAudit {
  /** The report as Markdown. */
  markdown: string;
  report: AuditReport;
}

/** Solidity contracts. */
export interface Contracts {
  /** Generates a Solidity contract that compiles. */
  generate(question: ContractQuestion, options: DryRunOptions): Call<Price>;
  generate(question: ContractQuestion, options?: CallOptions): Call<ContractSource>;
  /** Audits Solidity code. */
  audit(question: ContractQuestion, options: DryRunOptions): Call<Price>;
  audit(question: ContractQuestion, options?: CallOptions): Call<ContractAudit>;
}

export function createContracts(transport: Transport): Contracts {
  function ask<Result>(model: ChatRequest["model"], toResult: (data: ChatAnswer) => Result) {
    return (question: ContractQuestion, options: CallOptions | DryRunOptions = {}) => {
      const body = { ...question, model };
      if (isDryRun(options)) return askPrice(transport, "streamChat", { body }, options);
      const asked = transport.json<ChatResponse>("streamChat", { body }, options);
      return toCall(asked.then((answer) => ({ ...answer, data: toResult(answer.data.data) })));
    };
  }
  return {
    generate: ask("smart_contract_generator", ({ bot, contract }) => ({ source: bot, contract })),
    audit: ask("smart_contract_auditor", ({ bot, report }) => ({ markdown: bot, report })),
  } as Contracts;
}
