import {
  type AuditReport,
  type Explanations,
  type ExtractedFiles,
  explainFindings,
  extractCode,
  orderFindings,
  writeMarkdown,
  writeSarif,
} from "@mintwright/solidity-audit";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import type { Logger } from "../../../platform/logging.ts";
import type { ChatResult } from "../../chat/index.ts";
import type { Auditor } from "./auditor.service.ts";

export interface AuditorModelParts {
  auditor: Auditor;
  /** Explains findings in prose; it cannot change them. An offline engine is not used. */
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

  return {
    async answer({ question, history, signal }) {
      // A follow-up without code refers to the newest code of the conversation.
      const earlier = history.map(({ user }) => user).reverse();
      const found = await auditor.audit([question, ...earlier], signal);
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
        result: describeAudit(report, { markdown: text, texts: [question, ...earlier] }),
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
  const files = texts.reduce<ExtractedFiles | undefined>(
    (found, text) => found ?? extractCode(text),
    undefined,
  );
  return {
    kind: "audit",
    title: contracts.length > 0 ? `Audit of ${contracts.join(", ")}` : "Audit",
    details: { contracts, verdict, counts },
    content: { files: files ?? {}, report, markdown },
  };
}
