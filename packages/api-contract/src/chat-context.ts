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

export const getSavedContext = defineOperation({
  ...common,
  id: "getSavedContext",
  method: "GET",
  summary: "Get the context saved for this key",
  description:
    "The project context that the assistant uses in every request with useCustomContext; null if none is saved.",
  response: savedContextResponse,
});

export const putSavedContext = defineOperation({
  ...common,
  id: "putSavedContext",
  method: "PUT",
  summary: "Save a context for this key",
  description: "Replaces the saved context. It is kept when the key is rotated.",
  body: customContextSchema
    .refine((context) => !lacksTone(context), { path: ["selectedTone"], error: missingTone })
    .meta({ id: "SavedContextRequest" }),
  warn: ({ body }) => listContextWarnings(body),
  response: savedContextResponse,
});

export const deleteSavedContext = defineOperation({
  ...common,
  id: "deleteSavedContext",
  method: "DELETE",
  summary: "Delete the context saved for this key",
  description: "The assistant then uses only the context that a request contains.",
  response: savedContextResponse,
});
