export { createPageJobs } from "./pages.jobs.ts";
export { createPageReader, type PageReader } from "./pages.service.ts";
