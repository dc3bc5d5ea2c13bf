/** What the server said no with: a sentence for people and an id to ask about. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, requestId?: string) {
    super(message);
    this.name = "CallError";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** Calls the dashboard's API with the session's cookie. */
export async function call<Output>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Output> {
  const answer = await fetch(`/dashboard/api${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new CallError(
      0,
      "unreachable",
      "The server cannot be reached. Check your connection and try again.",
    );
  });
  const answered = await answer.json().catch(() => ({}));
  if (answer.ok) return answered as Output;
  const { message = "Something went wrong. Try again.", error } = answered as {
    message?: string;
    error?: { code: string; requestId: string };
  };
  throw new CallError(answer.status, error?.code ?? "unknown", message, error?.requestId);
}
