import type { Exchange, History } from "./history.ts";
import type { Installation } from "./installation.ts";
import { publicUrl } from "./owners.ts";
import { apiCount } from "./plan-operations.ts";

/** A request as a client wants it sent. */
export interface WantedRequest {
  operation: number;
  step: string;
  account: number;
  /** Which API process; the client of a retry takes the next one. */
  api: number;
  path: string;
  method?: "POST" | "DELETE" | "GET";
  body?: object;
  idempotencyKey?: string;
  /** Another key than that of the account, with its id. */
  key?: { id: string; secret: string };
  accept?: string;
  /** Sends the cookie of the owner instead of an API key. */
  isDashboard?: boolean;
}

/** Sends requests and records what it was told. */
export interface Client {
  send(request: WantedRequest): Promise<Exchange>;
}

/** A client without an answer disconnects after this time. */
export const patienceInMs = 8_000;

export function createClient({ owners, apiUrls }: Installation, history: History): Client {
  let requests = 0;
  return {
    async send(request) {
      const {
        operation,
        step,
        account,
        path,
        method = "POST",
        body,
        accept,
        idempotencyKey,
        key,
        isDashboard,
      } = request;
      const api = request.api % apiCount;
      const owner = owners[account];
      if (!owner) throw new Error(`there is no account ${account}`);
      const exchange: Exchange = {
        operation,
        step,
        account,
        api,
        requestId: `history-${history.seed}-${operation}-${++requests}`,
        ...(idempotencyKey && { idempotencyKey }),
        ...(key && { keyId: key.id }),
        from: history.now(),
        to: 0,
        isWhole: false,
        body: "",
      };
      history.exchanges.push(exchange);
      try {
        const response = await fetch(`${apiUrls[api]}${isDashboard ? "/dashboard/api" : ""}${path}`, {
          method,
          headers: {
            "x-request-id": exchange.requestId,
            ...(body && { "content-type": "application/json" }),
            ...(accept && { accept }),
            ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
            ...(isDashboard
              ? { origin: publicUrl, cookie: owner.cookie }
              : { authorization: `Bearer ${key?.secret ?? owner.key}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceInMs),
        });
        exchange.status = response.status;
        const charged = response.headers.get("x-credits-charged");
        if (charged) exchange.charged = charged;
        if (response.headers.get("idempotency-replayed") === "true") exchange.isReplayed = true;
        await readBody(response, exchange);
      } catch (error) {
        // The connection broke: the client does not know what became of its request.
        if (exchange.status === undefined) exchange.body = String((error as Error).cause ?? error);
      }
      exchange.to = history.now();
      return exchange;
    },
  };
}

/** Keeps what arrived, also of an answer that is cut. */
async function readBody(response: Response, exchange: Exchange): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) exchange.body += decoder.decode(piece, { stream: true });
  exchange.isWhole = true;
  if (response.status === 200) return;
  const { error } = JSON.parse(exchange.body || "{}") as { error?: { code?: string } };
  if (error?.code) exchange.code = error.code;
}
