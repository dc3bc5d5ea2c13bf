export {
  type Config,
  ConfigError,
  type DashboardConfig,
  type ImageEngineConfig,
  isChatEngine,
  type PaymentConfig,
} from "./config.ts";
export { describeConfig } from "./describe-config.ts";
export { readConfig } from "./read-config.ts";
