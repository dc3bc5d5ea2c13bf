import { readFileSync } from "node:fs";
import Fastify from "fastify";

// The bare engine that bench:http compares with: one Fastify route with the same answer and nothing around it.
const answer = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const app = Fastify();
app.get("/nft/get-chains", (_request, reply) => {
  reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
