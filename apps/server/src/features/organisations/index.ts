export { insertOperatorEntry } from "./audit-log.repository.ts";
export { type AuditLog, createAuditLog, type RecordedAction } from "./audit-log.ts";
export { createOrganisationLibrary } from "./organisation-library.ts";
export { registerOrganisationsDashboard } from "./organisations.dashboard.ts";
export { createOrganisationJobs } from "./organisations.jobs.ts";
