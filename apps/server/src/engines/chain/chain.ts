/** A hex text, as addresses, hashes and signed transactions are written. */
export type Hex = `0x${string}`;
