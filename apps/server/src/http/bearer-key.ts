import type { FastifyRequest } from "fastify";
import { isWellFormedKey } from "../features/keys/index.ts";
import { UnauthorizedError } from "./request-errors.ts";

const bearerPattern = /^bearer +(\S+) *$/i;

/** Reads the key of a request. A key that cannot exist is refused here, without asking the database. */
export function readBearerKey(request: FastifyRequest): string {
  const key = bearerPattern.exec(request.headers.authorization ?? "")?.[1];
  if (!key || !isWellFormedKey(key)) throw new UnauthorizedError();
  return key;
}
