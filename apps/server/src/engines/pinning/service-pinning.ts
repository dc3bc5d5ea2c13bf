import { z } from "zod";
import { type Pinning, PinningError, type PinProgress } from "./pinning.ts";

export interface PinningServiceOptions {
  endpoint: string;
  accessToken?: string | undefined;
  /** Multiaddresses of nodes from which the service can fetch the data. */
  origins: string[];
}

const statusSchema = z.object({
  requestid: z.string().min(1),
  status: z.enum(["queued", "pinning", "pinned", "failed"]),
  info: z.record(z.string(), z.unknown()).optional(),
});

const maxNameCharacters = 255;

/**
 * Pins through the IPFS Pinning Service API, which many providers support. It transfers no bytes: the service fetches
 * them from the origins, so a node there must have the CAR file.
 */
export function createServicePinning({ endpoint, accessToken, origins }: PinningServiceOptions): Pinning {
  const base = endpoint.replace(/\/$/, "");

  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(base + path, {
      ...init,
      headers: {
        accept: "application/json",
        ...(init.body && { "content-type": "application/json" }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      },
    }).catch((error: Error) => {
      throw new PinningError(`The pinning service cannot be reached: ${error.message}`);
    });
    const text = await response.text();
    if (!response.ok)
      throw new PinningError(`The pinning service answers ${response.status}: ${readFailure(text)}`);
    return JSON.parse(text);
  }

  function readProgress(answer: unknown): PinProgress {
    const { requestid, status, info } = statusSchema.parse(answer);
    if (status === "failed")
      throw new PinningError(`The pinning service failed: ${info?.status_details ?? "no reason given"}`);
    return status === "pinned" ? { state: "pinned" } : { state: "pinning", requestId: requestid };
  }

  return {
    async pin({ root, name }, signal) {
      const pin = {
        cid: root,
        name: name.slice(0, maxNameCharacters),
        ...(origins.length > 0 && { origins }),
      };
      return readProgress(await ask("/pins", { method: "POST", body: JSON.stringify(pin), signal }));
    },
    async check(requestId, signal) {
      return readProgress(await ask(`/pins/${encodeURIComponent(requestId)}`, { signal }));
    },
    async checkHealth(signal) {
      await ask("/pins?limit=1", { signal });
    },
  };
}

function readFailure(text: string): string {
  try {
    const { reason, details } = JSON.parse(text).error;
    return details ? `${reason}: ${details}` : reason;
  } catch {
    return text.slice(0, 200);
  }
}
