import { headerNames, type Operations } from "@mintwright/api-contract";
import type { ChatEngine } from "../../engines/chat/index.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";
import { enhancePrompt } from "./prompts.service.ts";

export function registerPromptRoutes(
  serve: ServeOperation,
  operations: Operations,
  engine: ChatEngine,
): void {
  serve(operations.enhancePrompt, async ({ input, signal, answerHeaders }) => {
    answerHeaders[headerNames.engine] = engine.isOffline ? "offline" : "model";
    return { enhancedPrompt: await enhancePrompt(engine, input.body.prompt, signal) };
  });
}
