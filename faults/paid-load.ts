import type { TestAccount } from "@mintwright/test-harness";

/** One call as its caller saw it; status 0 when no answer arrived. */
export interface LoadCall {
  kind: "prompt" | "chat" | "ledger";
  status: number;
  problem: string;
  elapsedInMs: number;
}

const kinds = ["prompt", "chat", "prompt", "ledger"] as const;

/** Sends paid calls and ledger reads at a steady pace, whatever the earlier ones do, until told to finish. */
export function startPaidLoad(
  baseUrl: string,
  accounts: readonly TestAccount[],
  callsPerSecond: number,
): () => Promise<LoadCall[]> {
  const calls: Promise<LoadCall>[] = [];
  const timer = setInterval(() => {
    const { key } = accounts[calls.length % accounts.length] as TestAccount;
    calls.push(send(baseUrl, key, kinds[calls.length % kinds.length] ?? "prompt"));
  }, 1_000 / callsPerSecond);
  return () => {
    clearInterval(timer);
    return Promise.all(calls);
  };
}

async function send(baseUrl: string, key: string, kind: LoadCall["kind"]): Promise<LoadCall> {
  const startedAt = performance.now();
  const { path, body } = {
    prompt: { path: "/nft/enhancePrompt", body: { prompt: "a fox" } },
    chat: {
      path: "/chat/stream",
      body: { model: "general_assistant", question: "What is gas?", chatHistory: "on", sdkUniqueId: "load" },
    },
    ledger: { path: "/credits/ledger?limit=20", body: undefined },
  }[kind];
  const finish = (status: number, problem: string): LoadCall => ({
    kind,
    status,
    problem,
    elapsedInMs: performance.now() - startedAt,
  });
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    return finish(response.status, response.ok ? "" : text.slice(0, 300));
  } catch (error) {
    return finish(0, `${error} ${(error as Error).cause ?? ""}`);
  }
}
