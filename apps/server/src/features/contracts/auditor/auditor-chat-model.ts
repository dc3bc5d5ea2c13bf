import {
  type AuditReport,
  type Explanations,
  explainFindings,
  orderFindings,
  writeMarkdown,
  writeSarif,
} from "@mintwright/solidity-audit";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import type { Logger } from "../../../platform/logging.ts";
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
    /** True when nothing could be analysed: the report says why, and nothing is charged. */
    isFree: boolean;
  }>;
}

const explainingInMs = 30_000;

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
      };
    },
  };
}
