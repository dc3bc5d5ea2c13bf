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

  async function answer(body: string, response: ServerResponse): Promise<void> {
    const { method } = JSON.parse(body) as { method: string };
    const held = hold?.method === method ? hold : undefined;
    if (held) hold = undefined;
    if (held?.moment === "before") return held.reached.resolve();
    const asked = await fetch(nodeUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const said = await asked.text();
    if (held) return held.reached.resolve();
    response.writeHead(asked.status, { "content-type": "application/json" }).end(said);
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
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
