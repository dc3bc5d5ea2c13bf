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
import type { AuditProject } from "./project-auditor.service.ts";

export interface AuditorModelParts {
  auditor: Auditor;
  auditProject: AuditProject;
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
  answerProject(project: { archive: Buffer; name: string; accountId: string; signal: AbortSignal }): Promise<{
    markdown: string;
    report: AuditReport;
    writeSarif: () => string;
    result: ChatResult & { kind: "audit" };
  }>;
}

const explainingInMs = 30_000;
const reviewingInMs = 30_000;
const maxNamedContracts = 20;

export function createAuditorModel({
  auditor,
  auditProject,
  chat,
  version,
  logger,
}: AuditorModelParts): AuditorModel {
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
    files: ExtractedFiles,
    signal: AbortSignal,
  ): Promise<AuditReport> {
    if (chat.isOffline || report.analysed.contracts.length === 0) return report;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(reviewingInMs)]);
    const reviewed = await reviewWithModel(report, files, (request) => chat.complete(request), deadline);
    signal.throwIfAborted();
    return reviewed;
  }

  async function write(audited: AuditReport, files: ExtractedFiles, signal: AbortSignal) {
    const found = await review(audited, files, signal);
    const explanations = await explain(found, signal);
    const report = explanations ? { ...found, findings: orderFindings(found.findings, explanations) } : found;
    return { report, markdown: writeMarkdown(report, explanations) };
  }

  return {
    async answer({ question, history, signal }) {
      // A follow-up without code refers to the newest code of the conversation.
      const texts = [question, ...history.map(({ user }) => user).reverse()];
      const files = findFiles(texts);
      const { report, markdown } = await write(await auditor.audit(texts, signal), files, signal);
      return {
        text: (async function* () {
          yield markdown;
        })(),
        data: () => ({ report }),
        isFree: report.analysed.contracts.length === 0,
        otherForms: { "application/sarif+json": () => writeSarif(report, version) },
        result: describeAudit(report, { markdown, files }),
      };
    },

    async answerProject({ archive, name, accountId, signal }) {
      const { report: found, files } = await auditProject(archive, accountId, signal);
      const { report, markdown } = await write(found, files, signal);
      const described = describeAudit(report, { markdown, files });
      const details = { ...described.details, isProject: true };
      const result = { ...described, title: `Audit of ${name}`, details };
      return { report, markdown, writeSarif: () => writeSarif(report, version), result };
    },
  };
}

function describeAudit(
  report: AuditReport,
  { markdown, files }: { markdown: string; files: ExtractedFiles },
) {
  const { verdict, counts, analysed } = report;
  const contracts = analysed.contracts.slice(0, maxNamedContracts).map(({ name }) => name);
  return {
    kind: "audit" as const,
    title: contracts.length > 0 ? `Audit of ${contracts.join(", ")}` : "Audit",
    details: { contracts, verdict, counts },
    content: { files, report, markdown },
  };
}

/** The files of the first text that contains Solidity. */
function findFiles(texts: readonly string[]): ExtractedFiles {
  return (
    texts.reduce<ExtractedFiles | undefined>((found, text) => found ?? extractCode(text), undefined) ?? {}
  );
}
