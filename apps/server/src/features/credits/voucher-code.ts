import { hash, randomInt } from "node:crypto";

// Crockford's base 32: no letters that look like digits.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = 4;
const charactersPerGroup = 5;

/** Generates a code of 100 random bits, in groups that are easy to type. */
export function generateVoucherCode(): string {
  const group = () => Array.from({ length: charactersPerGroup }, () => alphabet[randomInt(32)]).join("");
  return ["MINT", ...Array.from({ length: groups }, group)].join("-");
}

/** Hashes a code for storage, after normalising how it was typed. */
export function hashVoucherCode(typed: string): Buffer {
  const bare = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const body = bare.replace(/^MINT/, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return hash("sha256", `MINT${body}`, "buffer");
}
