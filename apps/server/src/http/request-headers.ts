import { hash } from "node:crypto";
import { headerNames, protocolLimits } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import { isWellFormedKey } from "../features/keys/index.ts";
import { InvalidRequestError, UnauthorizedError } from "./request-errors.ts";

/** A request with the same key and fingerprint is a retry and is answered with the stored answer. */
export interface Idempotency {
  key: string;
  fingerprintHex: string;
}

/** Reads the idempotency key, if there is one. Throws when it is malformed. */
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

/** Reads the bearer key. Malformed keys are rejected here, without a database query. */
export function readBearerKey(request: FastifyRequest): string {
  const key = findBearerKey(request);
  if (!key) throw new UnauthorizedError();
  return key;
}

/** Returns the bearer key if it is well formed. */
export function findBearerKey(request: FastifyRequest): string | undefined {
  const key = bearerPattern.exec(request.headers.authorization ?? "")?.[1];
  return key && isWellFormedKey(key) ? key : undefined;
}
