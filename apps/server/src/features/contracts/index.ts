export { createAuditor } from "./auditor/auditor.service.ts";
export { createAuditorModel } from "./auditor/auditor-chat-model.ts";
export { findAudit, keepAudit } from "./auditor/audits.repository.ts";
export { registerReportRoutes } from "./auditor/report.routes.ts";
export { createReview } from "./auditor/review.ts";
export { createContractGenerator } from "./generator/generator.service.ts";
export { createGeneratorModel } from "./generator/generator-chat-model.ts";
export { limitForge } from "./generator/limit-forge.ts";
