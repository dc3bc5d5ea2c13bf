import { type LibraryItem, type SharedItem, toCredits } from "@mintwright/api-contract";
import type { LibraryRow } from "./library.repository.ts";

/** Returns the link of a shared item. */
export type ShareUrlOf = (token: string) => string;

export function describeItem(row: LibraryRow, shareUrlOf: ShareUrlOf): LibraryItem {
  return {
    id: row.item_id,
    ...describeSharedItem(row),
    keyId: row.key_id,
    keyName: row.key_name,
    requestId: row.request_id,
    price: toCredits(row.price),
    isFavourite: row.is_favourite,
    shareUrl: row.share_token === null ? null : shareUrlOf(row.share_token),
  };
}

/** Describes an item for everybody who has its link. */
export function describeSharedItem(row: LibraryRow): SharedItem {
  const detailsOf = <Kind extends LibraryRow["kind"]>(kind: Kind) =>
    (row.kind === kind ? row.details : null) as SharedItem[Kind];
  return {
    kind: row.kind,
    title: row.title,
    prompt: row.prompt,
    model: row.model,
    createdAt: row.created_at.toISOString(),
    keptUntil: row.expires_at?.toISOString() ?? null,
    contentType: row.content_type,
    bytes: row.bytes,
    image: detailsOf("image"),
    contract: detailsOf("contract"),
    audit: detailsOf("audit"),
    deployment: detailsOf("deployment"),
  };
}
