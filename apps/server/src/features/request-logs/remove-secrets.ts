import { english } from "viem/accounts";

export const removed = "[removed]";

/** Parts of field names whose value is a secret, without punctuation and in lower case. */
const secretNames = [
  ...["authorization", "apikey", "secret", "password", "passphrase", "privatekey", "mnemonic", "seedphrase"],
  ...["recoveryphrase", "accesskey", "credential", "cookie", "signature"],
];
/** `token` is also a coin, and `tokens` a count: only long texts are secrets. */
const minTokenCharacters = 16;

export function isSecretField(name: string, value: unknown): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (plain.endsWith("token")) return typeof value === "string" && value.length >= minTokenCharacters;
  return secretNames.some((secret) => plain.includes(secret));
}

/** What a secret looks like wherever it stands. The last characters of a text may be the beginning of one. */
const secretPatterns: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/gs, removed],
  [/\b(bearer|basic) +[\w.~+/=-]{8,}/gi, `$1 ${removed}`],
  [/\bmw_live_[A-Za-z0-9]+/g, removed],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, removed],
  [/\b(?:sk|pk|rk|whsec|gh[pousr]|github_pat|glpat|npm|xox[abeprs])[-_][\w+/=-]{12,}/g, removed],
  [/\bAKIA[0-9A-Z]{16}\b/g, removed],
  [/\bAIza[\w-]{30,}/g, removed],
  [/(:\/\/)[^\s/@:]{1,256}:[^\s/@]{1,256}@/g, `$1${removed}@`],
  [/([?&](?:api_?key|key|token|access_token|secret|password|sig|signature)=)[^&\s"']{8,}/gi, `$1${removed}`],
];

/** 32 bytes in hexadecimal: a private key looks like the hash of a transaction. */
const hexKey = /\b(?:0x)?[0-9a-fA-F]{64}\b/g;

/** Removes secrets from a text. Hashes are kept where the field is named like one. */
export function removeSecrets(text: string, fieldName = ""): string {
  let safe = text;
  for (const [pattern, replacement] of secretPatterns) safe = safe.replaceAll(pattern, replacement);
  if (!/hash|root|proof|digest/i.test(fieldName)) safe = safe.replaceAll(hexKey, removed);
  return removeSeedPhrases(safe);
}

const seedWords = new Set(english);
const minSeedWords = 12;

/** Removes runs of at least 12 words that are all in the list of BIP-39. */
function removeSeedPhrases(text: string): string {
  const parts = text.split(/(\s+)/);
  const isSeedWord = (part: string | undefined) => part !== undefined && seedWords.has(part.toLowerCase());
  for (let start = 0; start < parts.length; ) {
    let end = start;
    // Words are at even places, the space between them at odd ones.
    while (isSeedWord(parts[end])) end += 2;
    const words = (end - start) / 2;
    if (words >= minSeedWords) parts.splice(start, words * 2 - 1, removed);
    start = words >= minSeedWords ? start + 2 : end + 2;
  }
  return parts.join("");
}
