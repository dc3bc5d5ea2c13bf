export { createPageJobs } from "./project-sites.jobs.ts";
export { createPageReader, type PageReader } from "./project-sites.service.ts";
export { createReadSiteJob, readSiteKind } from "./read-site.job.ts";
