export { registerAccountRoutes } from "./account.routes.ts";
export { registerDashboardCollectionRoutes } from "./collections.routes.ts";
export { registerConversationRoutes } from "./conversations.routes.ts";
export { registerCreditsRoutes as registerDashboardCreditsRoutes } from "./credits.routes.ts";
export { registerKeyRoutes } from "./keys.routes.ts";
export { registerReferenceRoutes } from "./references.routes.ts";
