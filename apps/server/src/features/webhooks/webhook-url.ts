import { type Outbound, OutboundError } from "../../platform/outbound/index.ts";
import { WebhookUrlRefusedError } from "./webhooks.errors.ts";

/** What fits an index entry beside the account; longer addresses of receivers are not known. */
const maxUrlBytes = 2_048;
const timeoutInMs = 5_000;

/** Refuses a receiver that is not a public http or https address, before anything is promised to the caller. */
export async function checkWebhookUrl(
  outbound: Outbound,
  url: string,
  signal?: AbortSignal,
  field = "webhookUrl",
): Promise<void> {
  if (Buffer.byteLength(url) > maxUrlBytes)
    throw new WebhookUrlRefusedError(`${field} cannot be used: it is longer than ${maxUrlBytes} bytes.`);
  try {
    await outbound.check(url, { timeoutInMs, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof OutboundError)
      throw new WebhookUrlRefusedError(`${field} cannot be used: ${error.message}`, error);
    throw error;
  }
}
