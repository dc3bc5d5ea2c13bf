import { type Answer, type Call, toCall } from "./call.ts";
import type { DryRun } from "./contract.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { CallInput, CallName, Transport } from "./transport.ts";

/** What a call would cost, and whether the account can pay it. */
export type Price = DryRun["data"];

/** Tells whether only the price is wanted. */
export function isDryRun(options: CallOptions | DryRunOptions | undefined): options is DryRunOptions {
  return (options as DryRunOptions | undefined)?.dryRun === true;
}

/** Asks what a call would cost. */
export function askPrice(
  transport: Transport,
  name: CallName,
  { accept: _accept, prefer: _prefer, ...input }: CallInput,
  options: CallOptions = {},
): Call<Price> {
  const asked = transport.json<DryRun>(name, { ...input, prefer: ["dry-run"] }, options);
  return toCall(asked.then((answer) => unwrap(answer)));
}

/** Takes the data out of the envelope that most answers have. */
export function unwrap<Data>(answer: Answer<{ data: Data }>): Answer<Data> {
  return { ...answer, data: answer.data.data };
}
