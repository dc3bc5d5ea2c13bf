import { z } from "zod";
import { customContextSchema, lacksTone, listContextWarnings, missingTone } from "./custom-context.ts";
import { defineOperation, free } from "./operation.ts";

const savedContextResponse = z
  .object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({ context: customContextSchema.nullable() }),
  })
  .meta({ id: "SavedContextResponse" });

const common = { path: "/chat/context", tag: "Chat", auth: "key", price: free, errors: [] } as const;

/** Reads the context saved for the key. */
export const getSavedContext = defineOperation({
  ...common,
  id: "getSavedContext",
  method: "GET",
  summary: "Read the context saved for this key",
  description: "What the assistant knows without being told in the request; null when nothing is saved.",
  response: savedContextResponse,
});

/** Saves a context for the key. */
export const putSavedContext = defineOperation({
  ...common,
  id: "putSavedContext",
  method: "PUT",
  summary: "Save a context for this key",
  description: "Replaces what was saved. It stays when the key is replaced.",
  body: customContextSchema
    .refine((context) => !lacksTone(context), { path: ["selectedTone"], error: missingTone })
    .meta({ id: "SavedContextRequest" }),
  warn: ({ body }) => listContextWarnings(body),
  response: savedContextResponse,
});

/** Forgets the context saved for the key. */
export const deleteSavedContext = defineOperation({
  ...common,
  id: "deleteSavedContext",
  method: "DELETE",
  summary: "Forget the context saved for this key",
  description: "The assistant then knows only what a request tells it.",
  response: savedContextResponse,
});
