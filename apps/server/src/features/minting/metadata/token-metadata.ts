import { createHash } from "node:crypto";
import type { CollectionToken, MintableCollection } from "./collection-tokens.repository.ts";

/** What the caller says of the tokens. */
export interface TokenDescription {
  name: string;
  description: string;
  symbol: string;
}

/** A description as it is kept, with the tokens that it was given for as an `int4multirange`. */
export interface KeptDescription extends TokenDescription {
  metadataId: string;
  numbers: string;
}

/** Writes the number of a token wherever the text says `{id}`. */
export function fillId(text: string, number: number): string {
  return text.replaceAll("{id}", String(number));
}

/** The same words give the same id, so that asking again describes nothing new. */
export function describeId({ name, description, symbol }: TokenDescription): string {
  return createHash("sha256")
    .update(JSON.stringify([name, description, symbol]))
    .digest("hex")
    .slice(0, 16);
}

/** The address of an image. */
export function imageUriOf(token: CollectionToken): string {
  return `ipfs://${token.cid}`;
}

/**
 * Writes the metadata file of a token in the form that wallets and marketplaces read (ERC-721, OpenSea).
 * The same token and words give the same bytes for ever: its address on the chain depends on them.
 */
export function writeTokenMetadata(
  collection: MintableCollection,
  provenanceHash: string,
  token: CollectionToken,
  { name, description, symbol }: TokenDescription,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      name: fillId(name, token.number),
      description: fillId(description, token.number),
      image: imageUriOf(token),
      attributes: token.traits.map(({ trait_type, value }) => ({ trait_type, value })),
      symbol,
      properties: {
        collectionId: collection.collectionId,
        id: token.number,
        seed: token.seed,
        model: collection.model,
        engine: token.engine,
        sha256: token.sha256.toString("hex"),
        provenance: provenanceHash,
        ...(token.credential && { contentCredentials: { standard: "C2PA", manifest: token.credential } }),
      },
    }),
  );
}
