import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

export const getLiveness = defineOperation({
  id: "getLiveness",
  method: "GET",
  path: "/health/live",
  tag: "Health",
  summary: "Liveness",
  description: "Responds as long as the process runs.",
  auth: "none",
  response: z.object({ status: z.literal("live") }).meta({ id: "Liveness" }),
  price: free,
  errors: [],
});

export const getReadiness = defineOperation({
  id: "getReadiness",
  method: "GET",
  path: "/health/ready",
  tag: "Health",
  summary: "Readiness",
  description:
    "503 while the database is unreachable, while migrations are missing, and while the process shuts down.",
  auth: "none",
  response: z.object({ status: z.literal("ready") }).meta({ id: "Readiness" }),
  price: free,
  errors: ["service_unavailable"],
});
