export { type Config, ConfigError } from "./config.ts";
export { describeConfig } from "./describe-config.ts";
export { readConfig } from "./read-config.ts";
