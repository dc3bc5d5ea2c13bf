import type { MintedToken } from "./mint-tokens.ts";

const nameOf = (collectionId: string) => `minted ${collectionId}`;

/** Reads what this browser has minted of a collection: after a reload nobody should mint it twice. */
export function recallMinted(collectionId: string): MintedToken[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(collectionId)) ?? "[]");
    return Array.isArray(kept) ? (kept as MintedToken[]) : [];
  } catch {
    return [];
  }
}

/** Remembers a minted token. */
export function rememberMinted(collectionId: string, token: MintedToken): void {
  try {
    const kept = recallMinted(collectionId).filter(({ id }) => id !== token.id);
    localStorage.setItem(nameOf(collectionId), JSON.stringify([...kept, token]));
  } catch {
    // A browser that keeps nothing still mints.
  }
}
