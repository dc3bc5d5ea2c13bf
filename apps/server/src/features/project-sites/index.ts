export { createPageJobs } from "./project-sites.jobs.ts";
export { createPageReader, type PageReader } from "./project-sites.service.ts";
