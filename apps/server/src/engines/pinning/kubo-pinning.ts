import { randomUUID } from "node:crypto";
import { type Pinning, PinningError } from "./pinning.ts";

export interface KuboOptions {
  rpcUrl: string;
  /** The complete header value, for a node behind a proxy or with API.Authorizations. */
  authorization?: string | undefined;
}

/** Pins through a Kubo node's RPC API: streams the CAR file and pins its root in one call. */
export function createKuboPinning({ rpcUrl, authorization }: KuboOptions): Pinning {
  async function ask(path: string, init: RequestInit & { duplex?: "half" }): Promise<string> {
    const response = await fetch(new URL(path, rpcUrl), {
      ...init,
      method: "POST",
      headers: { ...init.headers, ...(authorization && { authorization }) },
    }).catch((error) => {
      throw new PinningError(`Kubo cannot be reached: ${describe(error)}`);
    });
    const text = await response.text();
    if (!response.ok) throw new PinningError(`Kubo answers ${response.status}: ${text.slice(0, 200)}`);
    return text;
  }

  return {
    async pin({ root, readCar }, signal) {
      const boundary = randomUUID();
      const text = await ask("/api/v0/dag/import?pin-roots=true&allow-big-block=false", {
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        // Written by hand: the FormData of fetch would hold the whole collection in memory.
        body: ReadableStream.from(writeMultipart(boundary, readCar())),
        duplex: "half",
        signal,
      });
      assertPinned(text, root);
      return { state: "pinned" };
    },
    async check() {
      return { state: "pinned" };
    },
    async checkHealth(signal) {
      await ask("/api/v0/version", { signal });
    },
  };
}

async function* writeMultipart(boundary: string, car: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="collection.car"\r\n` +
      "content-type: application/octet-stream\r\n\r\n",
  );
  yield* car;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

interface ImportLine {
  Root?: { Cid: { "/": string }; PinErrorMsg?: string };
}

/** Kubo answers one JSON object per line, one for each root. */
function assertPinned(text: string, root: string): void {
  const lines = text.split("\n").filter(Boolean);
  const roots = lines.flatMap((line) => (JSON.parse(line) as ImportLine).Root ?? []);
  const found = roots.find(({ Cid }) => Cid["/"] === root);
  if (!found) throw new PinningError("Kubo did not pin the folder: its answer does not contain the root CID");
  if (found.PinErrorMsg) throw new PinningError(`Kubo could not pin the folder: ${found.PinErrorMsg}`);
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}
