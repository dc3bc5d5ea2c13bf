import { writeFileSync } from "node:fs";
import { buildDashboard } from "./build-dashboard.ts";
import { dashboards } from "./dashboards.ts";

for (const plan of dashboards)
  writeFileSync(new URL(`${plan.uid}.json`, import.meta.url), buildDashboard(plan));
