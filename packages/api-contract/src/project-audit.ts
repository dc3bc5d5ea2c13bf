import { z } from "zod";
import { chatModels } from "./chat-models.ts";
import { auditReportSchema } from "./contract-answers.ts";
import { projectLimits } from "./limits.ts";
import { defineOperation } from "./operation.ts";

const { zipBytes, files, unpackedBytes } = projectLimits;
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;
const base64Characters = 4 * Math.ceil(zipBytes / 3);
const auditor = "smart_contract_auditor";

const requestSchema = z
  .object({
    zip: z
      .string("zip is required and must be text")
      .min(1, "zip is required and must not be empty")
      .max(base64Characters, `zip must have at most ${megabytes(zipBytes)} before it is encoded`)
      .refine(
        (text) => text.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(text),
        "zip must be the archive in base64, without line breaks",
      )
      .meta({ description: "A zip archive of the project's folder, in base64.", contentEncoding: "base64" }),
    name: z
      .string("name must be text")
      .trim()
      .max(100, "name must be at most 100 characters")
      .optional()
      .meta({ description: "What the audit is called in the library." }),
  })
  .meta({ id: "AuditProjectRequest" });

/** Audits a zipped Foundry or Hardhat project. */
export const auditProject = defineOperation({
  id: "auditProject",
  method: "POST",
  path: "/audits/projects",
  tag: "Chat",
  summary: "Audit a project",
  description: `Reads a Foundry or Hardhat project, or any folder with Solidity files, with its settings, remappings and dependencies. Tests, scripts and dependencies are not reported on; \`report.notAnalysed\` names them. At most ${megabytes(zipBytes)} zipped, ${megabytes(unpackedBytes)} and ${files} Solidity and settings files unpacked; other files are ignored. No code of the project runs.`,
  auth: "key",
  body: requestSchema,
  // The other fields and the JSON around them are short.
  maxBodyBytes: base64Characters + 4_096,
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({
        bot: z.string().meta({ description: "The report as Markdown." }),
        report: auditReportSchema,
      }),
    })
    .meta({ id: "AuditProjectResponse" }),
  alsoAnswers: ["application/sarif+json"],
  canStore: true,
  modelOf: () => auditor,
  occupies: "heavyOperations",
  price: {
    kind: "metered",
    describe: "1 credit per answer. Free: a project of which nothing could be analysed, which is refused",
    of: () => chatModels[auditor].price,
  },
  errors: ["project_not_analysed", "engine_failed", "engine_unavailable", "engine_timeout"],
});
