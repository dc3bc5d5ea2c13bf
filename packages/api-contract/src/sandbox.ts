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
      .meta({ description: "How many of the next requests it meets." }),
    operation: z
      .string("operation must be text")
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "Only requests of this operation, by its id or its path." }),
  })
  .meta({ id: "FaultOrder" });

/** A fault that waits for the next requests. */
export type FaultOrder = z.infer<typeof faultOrderSchema>;
/** A fault for the next requests, as a caller asks for it. */
export type FaultOrderInput = z.input<typeof faultOrderSchema>;

const waitingFaults = z
  .object({ ...succeeded, data: z.object({ faults: z.array(faultOrderSchema) }) })
  .meta({ id: "WaitingFaults" });

/** Asks for a fault in the next requests. */
export const orderFault = defineOperation({
  id: "orderFault",
  method: "POST",
  path: "/sandbox/faults",
  tag,
  summary: "Let the next requests fail",
  description:
    "For one request alone, send the header `X-Mintwright-Fault` with it instead, such as `status=503`.",
  auth: "key",
  body: faultOrderSchema,
  response: waitingFaults,
  price: free,
  errors: [],
});

/** Lists the faults that still wait for a request. */
export const listFaults = defineOperation({
  id: "listFaults",
  method: "GET",
  path: "/sandbox/faults",
  tag,
  summary: "List the faults that wait for a request",
  description: "In the order in which requests meet them.",
  auth: "key",
  response: waitingFaults,
  price: free,
  errors: [],
});

/** Forgets the faults that still wait. */
export const clearFaults = defineOperation({
  id: "clearFaults",
  method: "DELETE",
  path: "/sandbox/faults",
  tag,
  summary: "Forget the faults that wait for a request",
  description: "Requests are served as usual again.",
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
      aheadInSeconds: z.number().min(0).meta({ description: "How far it is ahead of the real time." }),
    }),
  })
  .meta({ id: "SandboxClock" });

/** Reads the clock. */
export const readClock = defineOperation({
  id: "readClock",
  method: "GET",
  path: "/sandbox/clock",
  tag,
  summary: "Read the clock",
  description: "Everything that expires, is kept for a time or is tried again later follows this clock.",
  auth: "key",
  response: clock,
  price: free,
  errors: [],
});

/** Moves the clock. */
export const moveClock = defineOperation({
  id: "moveClock",
  method: "POST",
  path: "/sandbox/clock",
  tag,
  summary: "Move the clock forward",
  description:
    "What falls due meanwhile is done before the answer: what expired is forgotten, and webhooks are tried again. A reset sets the clock back.",
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

/** Forgets everything. */
export const resetSandbox = defineOperation({
  id: "resetSandbox",
  method: "POST",
  path: "/sandbox/reset",
  tag,
  summary: "Start from the beginning",
  description: "Forgets everything: credits, jobs, files, conversations, keys, faults and the moved clock.",
  auth: "key",
  response: z.object(succeeded).meta({ id: "SandboxReset" }),
  price: free,
  errors: [],
});

/** Creates a key that is obeyed. */
export const createSandboxKey = defineOperation({
  id: "createSandboxKey",
  method: "POST",
  path: "/sandbox/keys",
  tag,
  summary: "Create a key with a rate and an expiry of its own",
  description:
    "Any other text stands for the one key that every caller has. A key made here is obeyed as a live one: it has its own history and rate, and is refused when it has expired.",
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
    status: z.int().nullable().meta({ description: "null while it runs, and when it was cut off before." }),
    isOpen: z.boolean(),
    elapsedInMs: z.int().min(0),
    creditsCharged: z.number().nullable(),
    note: z.string().meta({ description: "What the header X-Mintwright-Sandbox said." }),
  })
  .meta({ id: "HandledRequest" });

/** A request as the page shows it. */
export type HandledRequest = z.infer<typeof handledRequestSchema>;

/** Lists the requests that came. */
export const listRequests = defineOperation({
  id: "listRequests",
  method: "GET",
  path: "/sandbox/requests",
  tag,
  summary: "List the latest requests",
  description: "The newest first, 200 at most. Requests to the test server's own paths are left out.",
  auth: "key",
  response: z
    .object({ ...succeeded, data: z.object({ requests: z.array(handledRequestSchema) }) })
    .meta({ id: "HandledRequests" }),
  price: free,
  errors: [],
});

/** Tells of requests as they come. */
export const watchRequests = defineOperation({
  id: "watchRequests",
  method: "GET",
  path: "/sandbox/events",
  tag,
  summary: "Watch requests as they come",
  description: "Server-sent events: `request` when one begins or ends, `reset` when everything is forgotten.",
  auth: "key",
  response: z.string(),
  answers: "text/event-stream",
  price: free,
  errors: [],
});

/** The paths under which the local test server is documented, beside the live ones. */
export function createDocumentedPaths({ streamChat, generateImage }: Operations) {
  const question = { model: "general_assistant" };
  const picture = { model: "velogen", width: 512, height: 512 };
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
      summary: "Generate an image of 512×512 with velogen, unless said otherwise",
      body: withDefaults(picture, generateImage.body),
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

/** Every operation that only the local test server has. */
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
