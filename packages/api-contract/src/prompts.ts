import { z } from "zod";
import { fromCredits } from "./credits.ts";
import type { Limits } from "./limits.ts";
import { defineOperation } from "./operation.ts";

export const enhancePrompt = (limits: Limits) =>
  defineOperation({
    id: "enhancePrompt",
    method: "POST",
    path: "/nft/enhancePrompt",
    tag: "Images and NFTs",
    summary: "Rewrite a prompt in more detail",
    description: "Returns text only; no image is generated. Use the result as the prompt of an image call.",
    auth: "key",
    body: z
      .object({
        prompt: z
          .string("prompt is required and must be text")
          .trim()
          .min(1, "prompt is required and must not be empty")
          .max(limits.promptCharacters, `prompt must be at most ${limits.promptCharacters} characters`)
          .meta({ description: "What the image should show.", examples: ["a fox in a library"] }),
      })
      .meta({ id: "EnhancePromptRequest" }),
    response: z.object({ enhancedPrompt: z.string() }).meta({ id: "EnhancePromptResponse" }),
    price: { kind: "metered", describe: "0.5 credits per call", of: () => fromCredits(0.5) },
    errors: ["engine_failed", "engine_unavailable", "engine_timeout"],
  });
