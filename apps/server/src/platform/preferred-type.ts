import Negotiator from "negotiator";

/**
 * Chooses which of the offered media types an Accept header prefers: the highest quality, then a type that is named
 * before one that only a wildcard covers, then the header's order. Without a header it is the first one offered;
 * undefined means that the header accepts none.
 */
export function choosePreferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type | undefined {
  return new Negotiator({ headers: { accept } }).mediaType([...offered]) as Type | undefined;
}
