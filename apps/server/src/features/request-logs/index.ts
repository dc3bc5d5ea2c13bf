export { type EndedRequest, incompleteStatus, type SentResponse, type UnreadRequest } from "./request-log.ts";
export { registerLogsDashboard } from "./request-logs.dashboard.ts";
export { createDayPartitions, createRequestLogJobs, logDaysAhead } from "./request-logs.jobs.ts";
export { createRequestRecorder, type LogSettings, type RequestRecorder } from "./request-recorder.ts";
