import { readFileSync } from "node:fs";
import Fastify from "fastify";

// The bare engine that bench:http compares with: Fastify routes with the same answer and nothing around them.
const bytes = readFileSync(process.argv[2] ?? "");
const answer = JSON.parse(bytes.toString());
const app = Fastify();
app.get("/object", async () => answer);
app.get("/bytes", (_request, reply) => {
  reply.type("application/json; charset=utf-8").send(bytes);
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
