import { z } from "zod";
import { protocolLimits } from "./limits.ts";

const requirementSchema = z
  .looseObject({
    requirement: z
      .string()
      .meta({ description: "Words of the request; for an assumption, what was assumed." }),
    status: z.enum(["included", "not_included", "assumed"]),
    location: z
      .object({ name: z.string(), line: z.int().min(1) })
      .optional()
      .meta({ description: "The function, constant or parent contract that meets it, and its line." }),
    note: z.string().optional(),
  })
  .meta({ id: "ContractRequirement" });

export const generatedContractSchema = z
  .looseObject({
    name: z.string(),
    compiler: z.string(),
    optimizer: z.object({ enabled: z.boolean(), runs: z.int() }),
    evmVersion: z.string().optional(),
    abi: z.array(z.unknown()),
    bytecode: z.string().meta({ description: "Creation bytecode, as sent in the deployment transaction." }),
    runtimeBytes: z
      .int()
      .optional()
      .meta({
        description: `Size of the deployed code. The maximum on a chain is ${protocolLimits.contractRuntimeBytes}.`,
      }),
    sources: z
      .record(z.string(), z.looseObject({ content: z.string() }))
      .meta({ description: "Every compiled file, by import path." }),
    warnings: z.array(z.string()),
    features: z.array(z.string()),
    coverage: z.array(requirementSchema).optional().meta({
      description: "Each requirement found in the request, and whether the contract meets it.",
    }),
  })
  .meta({ id: "GeneratedContract" });

const severity = z.enum(["high", "medium", "low", "info"]);

export const auditFindingSchema = z
  .looseObject({
    id: z.string(),
    rule: z.string(),
    title: z.string(),
    severity,
    confidence: z.enum(["high", "medium", "low"]),
    category: z.string(),
    swc: z.string().nullable().meta({ description: "Number in the SWC registry, such as `SWC-107`." }),
    file: z.string(),
    lines: z.array(z.int()),
    quote: z.string(),
    subject: z.string().meta({ description: "The affected code, such as `Vault.withdraw`." }),
    explanation: z.string(),
    recommendation: z.string(),
    engines: z.array(z.string()),
    proof: z
      .looseObject({
        test: z.string().meta({ description: "A test for Foundry, complete in one file." }),
        explanation: z.string().meta({ description: "What the test shows." }),
      })
      .exactOptional()
      .meta({
        description: "Present if the finding is proven: the exploit ran in forge's EVM and the test passed.",
      }),
  })
  .meta({ id: "AuditFinding" });

export const auditReportSchema = z
  .looseObject({
    verdict: z.string(),
    notAnalysed: z.array(z.object({ what: z.string(), reason: z.string() })),
    analysed: z.looseObject({
      files: z.array(z.string()),
      functions: z.int().min(0),
      compiler: z.string().nullable().meta({ description: "Null if nothing compiled." }),
    }),
    counts: z.record(severity, z.int().min(0)),
    findings: z.array(auditFindingSchema),
    compilerWarnings: z.array(z.string()),
    proofs: z
      .looseObject({
        tried: z.int().min(0).meta({ description: "Findings of classes whose exploits can be built." }),
        proven: z.int().min(0),
        notRun: z
          .string()
          .nullable()
          .meta({ description: "Why proofs were not run, or not for all of these findings." }),
      })
      .optional(),
  })
  .meta({ id: "AuditReport" });

export type GeneratedContract = z.infer<typeof generatedContractSchema>;
export type AuditFinding = z.infer<typeof auditFindingSchema>;
export type AuditReport = z.infer<typeof auditReportSchema>;
