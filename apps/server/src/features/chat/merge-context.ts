import type { CustomContext } from "@mintwright/api-contract";

/**
 * Merges what a request injects with what is saved for its key, field by field: what the request leaves out falls back
 * to what is saved. A token is one field, so that no answer mixes two tokens.
 */
export function mergeContext(
  saved: CustomContext | undefined,
  injected: CustomContext | undefined,
): CustomContext | undefined {
  if (!saved || !injected) return injected ?? saved;
  const given = Object.entries(injected).filter(([, value]) => value !== undefined);
  return { ...saved, ...Object.fromEntries(given) };
}
