import Negotiator from "negotiator";

/**
 * Chooses the offered media type that an Accept header prefers: highest quality first, then explicit types before
 * wildcards, then the header's order. Without a header it is the first one offered; undefined means that none is
 * acceptable.
 */
export function choosePreferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type | undefined {
  return new Negotiator({ headers: { accept } }).mediaType([...offered]) as Type | undefined;
}
