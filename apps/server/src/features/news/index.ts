export { startAlerts } from "./alerts/alert-loop.ts";
export { registerAlertRoutes } from "./alerts/alerts.routes.ts";
export { countArticlesOfLastDay, type FeedStatus, listFeeds } from "./gathering/feeds.repository.ts";
export { startGatherer } from "./gathering/gatherer.ts";
export { createNewsJobs } from "./news.jobs.ts";
export { registerNewsRoutes } from "./news.routes.ts";
export { createPictureJobs, keepNewsPictureJob } from "./pictures/keep-picture.job.ts";
export { loadNewsSamples } from "./samples/load-samples.ts";
export { startRewriter } from "./writing/rewriter.ts";
