export {
  type Config,
  ConfigError,
  type DashboardConfig,
  type ImageEngineConfig,
  isChatEngine,
} from "./config.ts";
export { describeConfig } from "./describe-config.ts";
export { readConfig } from "./read-config.ts";
