import { writeFileSync } from "node:fs";
import { writeAlertTests } from "./alert-cases.ts";
import { writeRules } from "./build-rules.ts";

writeFileSync(new URL("mintwright.rules.yaml", import.meta.url), writeRules());
writeFileSync(new URL("mintwright.rules.test.yaml", import.meta.url), writeAlertTests());
