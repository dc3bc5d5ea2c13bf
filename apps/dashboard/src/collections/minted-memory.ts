import type { MintedToken } from "./mint-tokens.ts";

const nameOf = (collectionId: string) => `minted ${collectionId}`;

/** Returns the tokens that this browser has minted, so that nobody mints them twice after a reload. */
export function recallMinted(collectionId: string): MintedToken[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(collectionId)) ?? "[]");
    return Array.isArray(kept) ? (kept as MintedToken[]) : [];
  } catch {
    return [];
  }
}

export function rememberMinted(collectionId: string, token: MintedToken): void {
  try {
    const kept = recallMinted(collectionId).filter(({ id }) => id !== token.id);
    localStorage.setItem(nameOf(collectionId), JSON.stringify([...kept, token]));
  } catch {
    // Without storage the tokens are still minted; only the reminder is lost.
  }
}
