import { type Answer, type Call, toCall } from "./call.ts";
import type { DryRun } from "./contract.ts";
import type { CallOptions, DryRunOptions } from "./options.ts";
import type { CallInput, CallName, Transport } from "./transport.ts";

/** The price of a call, and whether the account can pay it. */
export type Price = DryRun["data"];

export function isDryRun(options: CallOptions | DryRunOptions | undefined): options is DryRunOptions {
  return (options as DryRunOptions | undefined)?.dryRun === true;
}

export function askPrice(
  transport: Transport,
  name: CallName,
  { accept: _accept, prefer: _prefer, ...input }: CallInput,
  options: CallOptions = {},
): Call<Price> {
  const asked = transport.json<DryRun>(name, { ...input, prefer: ["dry-run"] }, options);
  return toCall(asked.then((answer) => unwrap(answer)));
}

/** Unwraps the `data` field that most responses have. */
export function unwrap<Data>(answer: Answer<{ data: Data }>): Answer<Data> {
  return { ...answer, data: answer.data.data };
}
