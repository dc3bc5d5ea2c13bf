import { z } from "zod";
import { defineOperation, free } from "./operation.ts";
import type { Operations } from "./operations.ts";
import { faultSchema } from "./sandbox-faults.ts";

const tag = "Local test server";
const succeeded = { status: z.literal(true), message: z.string() };

const faultOrderSchema = z
  .object({
    fault: faultSchema,
    times: z
      .int("times must be a whole number")
      .min(1, "times must be at least 1")
      .max(10_000, "times must be at most 10000")
      .default(1)
      .meta({ description: "The number of requests that it applies to." }),
    operation: z
      .string("operation must be text")
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "Applies only to this operation, given by id or path." }),
  })
  .meta({ id: "FaultOrder" });

/** A fault that applies to the next matching requests. */
export type FaultOrder = z.infer<typeof faultOrderSchema>;
/** A fault for the next requests, as the caller writes it. */
export type FaultOrderInput = z.input<typeof faultOrderSchema>;

const waitingFaults = z
  .object({ ...succeeded, data: z.object({ faults: z.array(faultOrderSchema) }) })
  .meta({ id: "WaitingFaults" });

export const orderFault = defineOperation({
  id: "orderFault",
  method: "POST",
  path: "/sandbox/faults",
  tag,
  summary: "Make the next requests fail",
  description: "For a single request, send the header `X-Mintwright-Fault` instead, such as `status=503`.",
  auth: "key",
  body: faultOrderSchema,
  response: waitingFaults,
  price: free,
  errors: [],
});

/** Lists the faults that have not been used yet. */
export const listFaults = defineOperation({
  id: "listFaults",
  method: "GET",
  path: "/sandbox/faults",
  tag,
  summary: "List pending faults",
  description: "In the order in which they apply.",
  auth: "key",
  response: waitingFaults,
  price: free,
  errors: [],
});

/** Deletes the faults that have not been used yet. */
export const clearFaults = defineOperation({
  id: "clearFaults",
  method: "DELETE",
  path: "/sandbox/faults",
  tag,
  summary: "Delete pending faults",
  description: "Requests are served normally again.",
  auth: "key",
  response: waitingFaults,
  price: free,
  errors: [],
});

const clock = z
  .object({
    ...succeeded,
    data: z.object({
      now: z.iso.datetime(),
      aheadInSeconds: z.number().min(0).meta({ description: "How far it is ahead of real time." }),
    }),
  })
  .meta({ id: "SandboxClock" });

export const readClock = defineOperation({
  id: "readClock",
  method: "GET",
  path: "/sandbox/clock",
  tag,
  summary: "Get the clock",
  description: "Expiry, retention and retries follow this clock.",
  auth: "key",
  response: clock,
  price: free,
  errors: [],
});

export const moveClock = defineOperation({
  id: "moveClock",
  method: "POST",
  path: "/sandbox/clock",
  tag,
  summary: "Move the clock forward",
  description:
    "Everything that becomes due runs before the response: expired data is deleted and webhooks are retried. A reset sets the clock back.",
  auth: "key",
  body: z
    .object({
      advanceInSeconds: z
        .number("advanceInSeconds is required and must be a number")
        .min(0, "advanceInSeconds must not be negative")
        .max(315_576_000, "advanceInSeconds must be at most ten years"),
    })
    .meta({ id: "MoveClockRequest" }),
  response: clock,
  price: free,
  errors: [],
});

/** Deletes all data of the sandbox. */
export const resetSandbox = defineOperation({
  id: "resetSandbox",
  method: "POST",
  path: "/sandbox/reset",
  tag,
  summary: "Reset the sandbox",
  description: "Deletes credits, jobs, files, conversations, keys and faults, and resets the clock.",
  auth: "key",
  response: z.object(succeeded).meta({ id: "SandboxReset" }),
  price: free,
  errors: [],
});

/** Creates an API key that the sandbox checks, unlike the default mode in which any key is accepted. */
export const createSandboxKey = defineOperation({
  id: "createSandboxKey",
  method: "POST",
  path: "/sandbox/keys",
  tag,
  summary: "Create a key with its own rate limit and expiry",
  description:
    "Without such a key, any text is accepted and all callers share one key. A key created here behaves like a live one: it has its own history and rate limit, and is rejected after it expires.",
  auth: "key",
  body: z
    .object({
      ratePerMinute: z.int("ratePerMinute must be a whole number").min(1).max(1_000_000).optional(),
      expiresInSeconds: z.number("expiresInSeconds must be a number").positive().max(315_576_000).optional(),
    })
    .meta({ id: "SandboxKeyRequest" }),
  response: z.object({ ...succeeded, data: z.object({ key: z.string() }) }).meta({ id: "SandboxKey" }),
  price: free,
  errors: [],
});

const handledRequestSchema = z
  .object({
    number: z.int(),
    at: z.iso.datetime(),
    requestId: z.string(),
    method: z.string(),
    path: z.string(),
    operation: z.string().nullable(),
    status: z
      .int()
      .nullable()
      .meta({ description: "null while it runs, and if the connection was closed first." }),
    isOpen: z.boolean(),
    elapsedInMs: z.int().min(0),
    creditsCharged: z.number().nullable(),
    note: z.string().meta({ description: "The value of the header X-Mintwright-Sandbox." }),
  })
  .meta({ id: "HandledRequest" });

export type HandledRequest = z.infer<typeof handledRequestSchema>;

export const listRequests = defineOperation({
  id: "listRequests",
  method: "GET",
  path: "/sandbox/requests",
  tag,
  summary: "List the latest requests",
  description: "Newest first, 200 at most, without requests to the sandbox's own paths.",
  auth: "key",
  response: z
    .object({ ...succeeded, data: z.object({ requests: z.array(handledRequestSchema) }) })
    .meta({ id: "HandledRequests" }),
  price: free,
  errors: [],
});

/** Streams requests as they arrive. */
export const watchRequests = defineOperation({
  id: "watchRequests",
  method: "GET",
  path: "/sandbox/events",
  tag,
  summary: "Stream requests",
  description:
    "Server-sent events: `request` when a request starts or ends, `reset` when the sandbox is reset.",
  auth: "key",
  response: z.string(),
  answers: "text/event-stream",
  price: free,
  errors: [],
});

/** The short paths that the specification documents for the sandbox, in addition to the live ones. */
export function createDocumentedPaths({ streamChat, generateImage }: Operations) {
  const question = { model: "general_assistant" };
  const image = { model: "velogen", width: 512, height: 512 };
  const code = z
    .string("code is required and must be text")
    .refine((text) => text.trim() !== "", "code is required and must not be empty");
  return {
    askQuestion: defineOperation({
      ...streamChat,
      id: "askQuestion",
      path: "/chat",
      tag,
      summary: "Ask the assistant",
      body: withDefaults(question, streamChat.body),
    }),
    paintPrompt: defineOperation({
      ...generateImage,
      id: "paintPrompt",
      path: "/nft/generate",
      tag,
      summary: "Generate an image, by default 512×512 with velogen",
      body: withDefaults(image, generateImage.body),
    }),
    auditCode: defineOperation({
      ...streamChat,
      id: "auditCode",
      path: "/contract/audit",
      tag,
      summary: "Audit a contract",
      body: z
        .object({ ...shapeOf(streamChat.body, ["model", "question"]), code })
        .transform(({ code: text, ...rest }): unknown => ({
          ...rest,
          model: "smart_contract_auditor",
          question: text,
        }))
        .pipe(bodyOf(streamChat.body)),
    }),
  } as const;
}

/** The operations that only the sandbox has. */
export function createSandboxOperations(operations: Operations) {
  return {
    ...createDocumentedPaths(operations),
    orderFault,
    listFaults,
    clearFaults,
    readClock,
    moveClock,
    resetSandbox,
    createSandboxKey,
    listRequests,
    watchRequests,
  } as const;
}

export type SandboxOperations = ReturnType<typeof createSandboxOperations>;

function bodyOf<Body>(body: z.ZodType<Body> | undefined): z.ZodType<Body> {
  if (!body) throw new Error("the operation has no body");
  return body;
}

function shapeOf(body: z.ZodType | undefined, without: readonly string[] = []): z.ZodRawShape {
  if (!(body instanceof z.ZodObject)) throw new Error("the operation has no object as its body");
  return Object.fromEntries(Object.entries(body.shape).filter(([name]) => !without.includes(name)));
}

function withDefaults<Body>(
  defaults: Record<string, unknown>,
  body: z.ZodType<Body> | undefined,
): z.ZodType<Body> {
  const shape = shapeOf(body) as Record<string, z.ZodType>;
  const filled = Object.entries(defaults).map(([name, value]) => [name, shape[name]?.default(value)]);
  const given: z.ZodType = z.object({ ...shape, ...Object.fromEntries(filled) });
  return given.pipe(bodyOf(body)) as z.ZodType<Body>;
}
