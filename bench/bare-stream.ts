import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

// The bare engine that bench:stream compares with: Node's own pipeline from the model server to the caller.
const target = new URL("/v1/chat/completions", process.argv[2]);
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, outgoing) => {
  const headers = {
    "content-type": "application/json",
    "content-length": incoming.headers["content-length"],
  };
  const sent = request(target, { method: "POST", agent, headers }, (answer) => {
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    pipeline(answer, outgoing, () => {});
  });
  pipeline(incoming, sent, () => {});
});
server.keepAliveTimeout = 72_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
