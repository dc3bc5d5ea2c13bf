import { hash } from "node:crypto";
import { headerNames, protocolLimits } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import { isWellFormedKey } from "../features/keys/index.ts";
import { InvalidRequestError, UnauthorizedError } from "./request-errors.ts";

/** What makes two requests the same one. */
export interface Idempotency {
  key: string;
  fingerprintHex: string;
}

/** Reads the idempotency key of a request, if it has one. Throws when it cannot be one. */
export function readIdempotency(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers[headerNames.idempotencyKey];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key === "" || key.length > protocolLimits.idempotencyKeyCharacters) {
    const message = `Idempotency-Key must have 1 to ${protocolLimits.idempotencyKeyCharacters} characters`;
    throw new InvalidRequestError([{ path: headerNames.idempotencyKey, message }]);
  }
  const fingerprintHex = hash(
    "sha256",
    `${request.method} ${request.url}\n${JSON.stringify(request.body)}`,
    "hex",
  );
  return { key, fingerprintHex };
}

const bearerPattern = /^bearer +(\S+) *$/i;

/** Reads the key of a request. A key that cannot exist is refused here, without asking the database. */
export function readBearerKey(request: FastifyRequest): string {
  const key = bearerPattern.exec(request.headers.authorization ?? "")?.[1];
  if (!key || !isWellFormedKey(key)) throw new UnauthorizedError();
  return key;
}
