import { hash, randomInt } from "node:crypto";

// Crockford's base 32: no letter that could be read as a digit.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = 4;
const charactersPerGroup = 5;

/** Makes a code of 100 random bits, in groups that a person can type. */
export function generateVoucherCode(): string {
  const group = () => Array.from({ length: charactersPerGroup }, () => alphabet[randomInt(32)]).join("");
  return ["MINT", ...Array.from({ length: groups }, group)].join("-");
}

/** Hashes a code as it is stored, however it was typed. */
export function hashVoucherCode(typed: string): Buffer {
  const bare = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const body = bare.replace(/^MINT/, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return hash("sha256", `MINT${body}`, "buffer");
}
