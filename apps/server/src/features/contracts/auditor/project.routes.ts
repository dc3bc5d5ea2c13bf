import type { Operations } from "@mintwright/api-contract";
import { choosePreferredType } from "../../../platform/preferred-type.ts";
import { RawAnswer, type ServeOperation } from "../../../serving/operation-context.ts";
import type { AuditorModel } from "./auditor-chat-model.ts";

const sarif = "application/sarif+json";

export function registerProjectAuditRoutes(
  serve: ServeOperation,
  operations: Operations,
  { answerProject }: Pick<AuditorModel, "answerProject">,
): void {
  serve(operations.auditProject, async ({ input, caller, signal, header, price, storeResults }) => {
    const { zip, name = "project" } = input.body;
    const archive = Buffer.from(zip, "base64");
    const { accountId } = caller;
    const { markdown, report, result, writeSarif } = await answerProject({
      archive,
      name,
      accountId,
      signal,
    });
    const { content, ...described } = result;
    await storeResults(async () => [
      {
        ...described,
        ...{
          model: "smart_contract_auditor",
          price,
          prompt: name,
          contentType: "application/json; charset=utf-8",
        },
        body: Buffer.from(JSON.stringify({ question: "", ...(content as object) })),
      },
    ]);
    if (choosePreferredType(header("accept"), ["application/json", sarif]) === sarif)
      return new RawAnswer(sarif, writeSarif());
    const findings = report.findings.map(({ proof, ...finding }) => ({
      ...finding,
      ...(proof && { proof: { ...proof } }),
    }));
    const data = { bot: markdown, report: { ...report, findings } };
    return { status: true as const, message: "Audit of the project", data };
  });
}
