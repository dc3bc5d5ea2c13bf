// Separate from the schemas, so that reading the URL of a list does not load the validation code.

/** The last three states are final. */
export const collectionStates = ["queued", "processing", "completed", "failed", "cancelled"] as const;

export type CollectionState = (typeof collectionStates)[number];

export const collectionOrders = ["newest", "oldest", "name", "largest"] as const;

export type CollectionOrder = (typeof collectionOrders)[number];

export const libraryKinds = ["image", "contract", "audit", "deployment"] as const;

export type LibraryKind = (typeof libraryKinds)[number];

/** Events that endpoints can choose. `webhook.test` is not one of them: it is sent on request only. */
export const webhookEvents = [
  "collection.completed",
  "collection.failed",
  "collection.cancelled",
  "news.article",
  "credits.alert",
] as const;

export type WebhookEventType = (typeof webhookEvents)[number];

/** `pending` is still retried, `failed` has used up its attempts, `stopped` means that its receiver was deleted. */
export const webhookStates = ["pending", "delivered", "failed", "stopped"] as const;
