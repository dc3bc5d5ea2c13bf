import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The model server of bench:stream. The question says what to do: "chunks 300" sends so many pieces, one write each and
// one piece of every stream a turn; "idle" sends one piece and then nothing.
const toEvent = (content: string, finish: string | null) =>
  `data: ${JSON.stringify({
    id: "chatcmpl-bench",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "bench",
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })}\n\n`;
const piece = toEvent(" token", null);
const ending = `${toEvent("", "stop")}data: [DONE]\n\n`;

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text) => {
    body += text;
  });
  request.once("end", () => {
    const asked = /chunks (\d+)/.exec(body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece);
    if (!asked) return;
    let left = Number(asked[1]) - 1;
    const send = () => {
      if (response.destroyed) return;
      if (left-- <= 0) response.end(ending);
      else if (response.write(piece)) setImmediate(send);
      else response.once("drain", send);
    };
    setImmediate(send);
  });
});
server.keepAliveTimeout = 72_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
