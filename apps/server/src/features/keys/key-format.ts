import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

// mw_live_ + two letters of the cell + 30 random base62 + 6 base62 checksum. The cell lets a load balancer route by
// prefix; the checksum rejects a mistyped key without a database query.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const scheme = "mw_live_";
const randomCharacters = 30;
const checksumCharacters = 6;
const keyPattern = /^mw_live_[a-z]{2}[0-9A-Za-z]{36}$/;

export const shownCharacters = 16;

function computeChecksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumCharacters; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export function generateKey(cell: string): string {
  let text = scheme + cell;
  for (let i = 0; i < randomCharacters; i++) text += alphabet[randomInt(62)];
  return text + computeChecksum(text);
}

/** True when a text has the form of a key and a valid checksum. */
export function isWellFormedKey(text: string): boolean {
  return keyPattern.test(text) && text.endsWith(computeChecksum(text.slice(0, -checksumCharacters)));
}

/** Hashes a key for storage, in hexadecimal. A key has 178 random bits, so a fast hash is enough. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}
