/** What a caller got, and how long it waited. */
export interface PromptAnswer {
  status: number;
  /** The stable name of what went wrong; undefined for an answer. */
  code: string | undefined;
  headers: Headers;
  body: string;
  elapsedInMs: number;
}

/** What may be said beside the prompt. */
export interface PromptCallOptions {
  idempotencyKey?: string;
  requestId?: string;
  signal?: AbortSignal;
}

/** Asks a process to rewrite a prompt. Throws only when no answer arrived. */
export async function callEnhancePrompt(
  baseUrl: string,
  key: string,
  prompt: string,
  { idempotencyKey, requestId, signal }: PromptCallOptions = {},
): Promise<PromptAnswer> {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/nft/enhancePrompt`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      ...(requestId && { "x-request-id": requestId }),
    },
    body: JSON.stringify({ prompt }),
    signal: signal ?? null,
  });
  const body = await response.text();
  const { error } = JSON.parse(body) as { error?: { code: string } };
  return {
    status: response.status,
    code: error?.code,
    headers: response.headers,
    body,
    elapsedInMs: performance.now() - startedAt,
  };
}

/** Counts how many answers have each status. */
export function countByStatus(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
