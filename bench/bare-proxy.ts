import Fastify from "fastify";
import { Pool } from "undici";

// The bare proxy of bench:gateways: a Fastify route that sends the question on and the answer back, and nothing around it.
const [modelUrl = "", port] = process.argv.slice(2);
const pool = new Pool(modelUrl);
const app = Fastify();
app.post("/v1/chat/completions", async (request, reply) => {
  const answer = await pool.request({
    path: request.url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request.body),
  });
  reply.status(answer.statusCode).type(String(answer.headers["content-type"]));
  return (request.body as { stream?: boolean }).stream ? answer.body : answer.body.text();
});
await app.listen({ host: "127.0.0.1", port: Number(port) });
