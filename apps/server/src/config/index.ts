export {
  type Config,
  ConfigError,
  type DashboardConfig,
  type EngineServerConfig,
  type ImageEngineConfig,
  isChatEngine,
  nameServer,
  type OidcConfig,
  type PaymentConfig,
} from "./config.ts";
export { describeConfig } from "./describe-config.ts";
export { readConfig } from "./read-config.ts";
