/** A server to call. */
export interface Server {
  baseUrl: string;
}

/** What a call sends. */
export interface Call {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with the content type that `headers` gives. */
  text?: string;
}

/** An answer, read to its end. */
export interface Answer<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Calls the API; with a body it is a POST. */
export async function callApi<Body = unknown>(
  { baseUrl }: Server,
  path: string,
  call: Call = {},
): Promise<Answer<Body>> {
  const payload = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const response = await fetch(baseUrl + path, {
    method: call.method ?? (payload === undefined ? "GET" : "POST"),
    headers: {
      ...(call.key !== undefined && { authorization: `Bearer ${call.key}` }),
      ...(call.body !== undefined && { "content-type": "application/json" }),
      ...call.headers,
    },
    ...(payload !== undefined && { body: payload }),
  });
  const text = await response.text();
  const isJson = /^application\/([a-z]+\+)?json\b/.test(response.headers.get("content-type") ?? "");
  const body = (isJson && text !== "" ? JSON.parse(text) : undefined) as Body;
  return { status: response.status, headers: response.headers, text, body };
}

/** The metered call of the tests: half a credit. */
export function enhancePrompt(
  server: Server,
  key: string,
  { prompt = "a fox in a library", headers = {} }: { prompt?: string; headers?: Record<string, string> } = {},
): Promise<Answer<{ enhancedPrompt: string }>> {
  return callApi(server, "/nft/enhancePrompt", { key, body: { prompt }, headers });
}

/** What an account owns, as it can read it itself. */
export interface AccountCredits {
  balance: number;
  held: number;
  spent: number;
  granted: number;
}

/** Reads the amounts of the account behind the key. */
export async function getCredits(server: Server, key: string): Promise<AccountCredits> {
  const { status, text, body } = await callApi<{ data: AccountCredits }>(server, "/credits/balance", { key });
  if (status !== 200) throw new Error(`the balance could not be read: ${text}`);
  const { balance, held, spent, granted } = body.data;
  return { balance, held, spent, granted };
}

/** One movement of credits. */
export interface LedgerEntry {
  id: string;
  kind: string;
  amount: number;
  operation: string | null;
  requestId: string | null;
  keyId: string | null;
  note: string | null;
  createdAt: string;
}

/** One page of the ledger. */
export interface LedgerPage {
  entries: LedgerEntry[];
  nextCursor: string | null;
}

/** Reads one page of the ledger of the account behind the key, newest first. */
export async function getLedgerPage(server: Server, key: string, query = "?limit=100"): Promise<LedgerPage> {
  const path = `/credits/ledger${query}`;
  const { status, text, body } = await callApi<{ data: LedgerPage }>(server, path, { key });
  if (status !== 200) throw new Error(`the ledger could not be read: ${text}`);
  return body.data;
}
