import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// The model server of bench:gateways. It speaks OpenAI's protocol, whole and streamed, with usage. A question that ends
// with "wait 20" is answered after 20 ms. GET /calls says how many questions arrived.
const words = 20;
const chunk = {
  id: "chatcmpl-bench",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model: "bench",
};
const usage = { prompt_tokens: 10, completion_tokens: words, total_tokens: 10 + words };
const toEvent = (content: string, finish: string | null) =>
  `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: finish }] })}\n\n`;
const piece = toEvent(" word", null);
const ending = toEvent("", "stop");
const usageEvent = `data: ${JSON.stringify({ ...chunk, choices: [], usage })}\n\n`;
const whole = JSON.stringify({
  ...chunk,
  object: "chat.completion",
  choices: [
    { index: 0, message: { role: "assistant", content: " word".repeat(words) }, finish_reason: "stop" },
  ],
  usage,
});

interface Question {
  messages: { content: string }[];
  stream?: boolean | null;
  stream_options?: { include_usage?: boolean } | null;
}

let calls = 0;

const server = createServer((request, response) => {
  if (request.url === "/calls") return response.end(String(calls));
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.once("end", () => {
    calls++;
    const question = JSON.parse(Buffer.concat(parts).toString()) as Question;
    const waitInMs = Number(/wait (\d{1,4})$/.exec(question.messages.at(-1)?.content ?? "")?.[1] ?? 0);
    if (waitInMs > 0) setTimeout(answer, waitInMs, question, response);
    else answer(question, response);
  });
});
server.keepAliveTimeout = 72_000;
server.listen(0, "127.0.0.1", 4_096, () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

function answer(question: Question, response: ServerResponse): void {
  if (!question.stream) {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(whole),
    });
    response.end(whole);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  let left = words;
  const send = () => {
    if (response.destroyed) return;
    if (left-- > 0) {
      response.write(piece);
      setImmediate(send);
    } else {
      response.end(`${ending}${question.stream_options?.include_usage ? usageEvent : ""}data: [DONE]\n\n`);
    }
  };
  send();
}
