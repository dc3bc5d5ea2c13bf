export { incompleteStatus, type SentResponse } from "./request-log.ts";
export { registerLogsDashboard } from "./request-logs.dashboard.ts";
export { createDayPartitions, createRequestLogJobs, logDaysAhead } from "./request-logs.jobs.ts";
export { createRequestRecorder, type RequestRecorder } from "./request-recorder.ts";
