import { readFileSync } from "node:fs";

/** The version of this package, which the OpenAPI document carries. */
export const version: string = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;
