import {
  type AuditReport,
  type Explanations,
  type ExtractedFiles,
  explainFindings,
  extractCode,
  orderFindings,
  reviewWithModel,
  writeMarkdown,
  writeSarif,
} from "@mintwright/solidity-audit";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import type { Logger } from "../../../platform/logging.ts";
import type { ChatResult } from "../../chat/index.ts";
import type { Auditor } from "./auditor.service.ts";

export interface AuditorModelParts {
  auditor: Auditor;
  /** Explains findings and proposes more; it cannot remove or change any. An offline engine is not used. */
  chat: ChatEngine;
  version: string;
  logger: Logger;
}

export interface AuditorModel {
  answer(request: { question: string; history: readonly { user: string }[]; signal: AbortSignal }): Promise<{
    text: AsyncIterable<string>;
    data: () => Record<string, unknown>;
    otherForms: Record<string, () => string>;
    result: ChatResult;
    /** True when nothing could be analysed: the report says why, and nothing is charged. */
    isFree: boolean;
  }>;
}

const explainingInMs = 30_000;
const reviewingInMs = 30_000;
const maxNamedContracts = 20;

export function createAuditorModel({ auditor, chat, version, logger }: AuditorModelParts): AuditorModel {
  async function explain(report: AuditReport, signal: AbortSignal): Promise<Explanations | undefined> {
    if (chat.isOffline) return undefined;
    try {
      return await explainFindings(
        (request) => chat.complete(request),
        report,
        AbortSignal.any([signal, AbortSignal.timeout(explainingInMs)]),
      );
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ error }, "audit explanation failed, report delivered without it");
      return undefined;
    }
  }

  /** Adds what the chat model proposes. The kept report stays without it, because a model's answers differ. */
  async function review(
    report: AuditReport,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<AuditReport> {
    if (chat.isOffline || report.analysed.contracts.length === 0) return report;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(reviewingInMs)]);
    const reviewed = await reviewWithModel(
      report,
      firstCode(texts) ?? {},
      (request) => chat.complete(request),
      deadline,
    );
    signal.throwIfAborted();
    return reviewed;
  }

  return {
    async answer({ question, history, signal }) {
      // A follow-up without code refers to the newest code of the conversation.
      const texts = [question, ...history.map(({ user }) => user).reverse()];
      const found = await review(await auditor.audit(texts, signal), texts, signal);
      const explanations = await explain(found, signal);
      const report = explanations
        ? { ...found, findings: orderFindings(found.findings, explanations) }
        : found;
      const text = writeMarkdown(report, explanations);
      return {
        text: (async function* () {
          yield text;
        })(),
        data: () => ({ report }),
        isFree: report.analysed.contracts.length === 0,
        otherForms: { "application/sarif+json": () => writeSarif(report, version) },
        result: describeAudit(report, { markdown: text, texts }),
      };
    },
  };
}

function describeAudit(
  report: AuditReport,
  { markdown, texts }: { markdown: string; texts: readonly string[] },
): ChatResult {
  const { verdict, counts, analysed } = report;
  const contracts = analysed.contracts.slice(0, maxNamedContracts).map(({ name }) => name);
  return {
    kind: "audit",
    title: contracts.length > 0 ? `Audit of ${contracts.join(", ")}` : "Audit",
    details: { contracts, verdict, counts },
    content: { files: firstCode(texts) ?? {}, report, markdown },
  };
}

function firstCode(texts: readonly string[]): ExtractedFiles | undefined {
  return texts.reduce<ExtractedFiles | undefined>((found, text) => found ?? extractCode(text), undefined);
}
