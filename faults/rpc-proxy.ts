import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Stands between a process and a chain's node, and can stop the conversation at one question. */
export interface RpcProxy {
  url: string;
  /**
   * From now on the first question with this method is not answered: it does not reach the node (`before`), or its
   * answer does not come back (`after`). Resolves when it was asked.
   */
  holdAt(method: string, moment: "before" | "after"): Promise<void>;
  /**
   * Answers questions with these methods, every second one or always, as a replica does that has not seen the newest
   * blocks: receipts are null and logs are empty.
   */
  lagBehind(methods: Record<string, "every second" | "always">): void;
  /** How many answers were hidden so. */
  countHidden(): number;
  stop(): Promise<void>;
}

interface Hold {
  method: string;
  moment: "before" | "after";
  reached: PromiseWithResolvers<void>;
}

/** Starts a proxy on a free port. */
export async function startRpcProxy(nodeUrl: string): Promise<RpcProxy> {
  let hold: Hold | undefined;
  let lagging: Record<string, "every second" | "always"> = {};
  const askedByMethod = new Map<string, number>();
  let hidden = 0;

  function isHidden(method: string): boolean {
    const how = lagging[method];
    if (!how) return false;
    const asked = (askedByMethod.get(method) ?? 0) + 1;
    askedByMethod.set(method, asked);
    // The first one is hidden: a process that is killed and started again meets the lagging replica first.
    if (how === "every second" && asked % 2 === 0) return false;
    hidden += 1;
    return true;
  }

  async function answer(body: string, response: ServerResponse): Promise<void> {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const held = hold?.method === method ? hold : undefined;
    if (held) hold = undefined;
    if (held?.moment === "before") return held.reached.resolve();
    const { status, said } = isHidden(method) ? lag(id, method) : await ask(body);
    if (held) return held.reached.resolve();
    response.writeHead(status, { "content-type": "application/json" }).end(said);
  }

  const lag = (id: number, method: string) => {
    const result = method === "eth_getLogs" ? [] : null;
    return { status: 200, said: JSON.stringify({ jsonrpc: "2.0", id, result }) };
  };

  async function ask(body: string) {
    const asked = await fetch(nodeUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return { status: asked.status, said: await asked.text() };
  }

  const server = createServer((request, response) => {
    text(request)
      .then((body) => answer(body, response))
      .catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAt(method, moment) {
      hold = { method, moment, reached: Promise.withResolvers() };
      return hold.reached.promise;
    },
    lagBehind(methods) {
      lagging = methods;
    },
    countHidden: () => hidden,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
