import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

/** Tells that the process lives. */
export const getLiveness = defineOperation({
  id: "getLiveness",
  method: "GET",
  path: "/health/live",
  tag: "Health",
  summary: "Is the process alive",
  description: "Answers as long as the process can answer at all.",
  auth: "none",
  response: z.object({ status: z.literal("live") }).meta({ id: "Liveness" }),
  price: free,
  errors: [],
});

/** Tells whether the process can serve. */
export const getReadiness = defineOperation({
  id: "getReadiness",
  method: "GET",
  path: "/health/ready",
  tag: "Health",
  summary: "Can the process serve requests",
  description:
    "503 while the database does not answer, while migrations are missing, and while the process shuts down.",
  auth: "none",
  response: z.object({ status: z.literal("ready") }).meta({ id: "Readiness" }),
  price: free,
  errors: ["service_unavailable"],
});
