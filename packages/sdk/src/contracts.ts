import { type Call, toCall } from "./call.ts";
import type { ChatAnswer, ChatQuestion } from "./chat.ts";
import type {
  AuditProjectResponse,
  AuditReport,
  ChatRequest,
  ChatResponse,
  GeneratedContract,
} from "./contract.ts";
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

/** A Foundry or Hardhat project, or any folder with Solidity files. */
export interface ZippedProject {
  /** The zip archive, at most 5 MB. */
  zip: Uint8Array;
  /** What the audit is called in the library. */
  name?: string | undefined;
}

/** Solidity contracts. */
export interface Contracts {
  /** Generates a Solidity contract that compiles. */
  generate(question: ContractQuestion, options: DryRunOptions): Call<Price>;
  generate(question: ContractQuestion, options?: CallOptions): Call<ContractSource>;
  /** Audits Solidity code. */
  audit(question: ContractQuestion, options: DryRunOptions): Call<Price>;
  audit(question: ContractQuestion, options?: CallOptions): Call<ContractAudit>;
  /** Audits a zipped project with its settings, remappings and dependencies. */
  auditProject(project: ZippedProject, options: DryRunOptions): Call<Price>;
  auditProject(project: ZippedProject, options?: CallOptions): Call<ContractAudit>;
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
  function auditProject({ zip, name }: ZippedProject, options: CallOptions | DryRunOptions = {}) {
    const body = { zip: toBase64(zip), name };
    if (isDryRun(options)) return askPrice(transport, "auditProject", { body }, options);
    const asked = transport.json<AuditProjectResponse>("auditProject", { body }, options);
    return toCall(
      asked.then(({ data: { data }, ...answer }) => ({
        ...answer,
        data: { markdown: data.bot, report: data.report },
      })),
    );
  }

  return {
    generate: ask("smart_contract_generator", ({ bot, contract }) => ({ source: bot, contract })),
    audit: ask("smart_contract_auditor", ({ bot, report }) => ({ markdown: bot, report })),
    auditProject,
  } as Contracts;
}

const chunkBytes = 0x8000;

/** In pieces, because a call cannot take millions of arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(text);
}
