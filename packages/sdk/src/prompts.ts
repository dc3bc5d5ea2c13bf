import { type Call, toCall } from "./call.ts";
import type { EnhancePromptRequest, EnhancePromptResponse } from "./contract.ts";
import { askPrice, isDryRun, type Price } from "./dry-run.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Image prompts. */
export interface Prompts {
  /** Rewrites a prompt in more detail. */
  enhance(request: EnhancePromptRequest, options: DryRunOptions): Call<Price>;
  enhance(request: EnhancePromptRequest, options?: CallOptions): Call<EnhancePromptResponse>;
}

export function createPrompts(transport: Transport): Prompts {
  function enhance(body: EnhancePromptRequest, options: CallOptions | DryRunOptions = {}) {
    return isDryRun(options)
      ? askPrice(transport, "enhancePrompt", { body }, options)
      : toCall(transport.json<EnhancePromptResponse>("enhancePrompt", { body }, options));
  }
  return { enhance } as Prompts;
}
