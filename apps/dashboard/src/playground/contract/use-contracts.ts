import { useQuery } from "@tanstack/react-query";
import type { ContractContent } from "../../library/item-preview.tsx";
import { contentQuery, fileUrlOf, itemQuery, newestQuery } from "../../library/library-queries.ts";
import { type ContractTurn, type ListedTurn, toListedTurn } from "./contract-turn.ts";

const maxListed = 50;

export interface StoredContracts {
  /** The session of the conversation that is open; undefined to begin a new one. */
  sessionId: string | undefined;
  turns: ListedTurn[];
  shownId: string | undefined;
  shown: ContractTurn | undefined;
  isLoading: boolean;
}

/** Reads the contract of an item and its conversation from the library; without an item, the newest contract. */
export function useContracts(itemId: string | undefined, isNew: boolean): StoredContracts {
  const newest = useQuery(newestQuery("contract", maxListed));
  const listed = newest.data?.find(({ id }) => id === itemId);
  const older = useQuery({
    ...itemQuery(itemId ?? ""),
    enabled: !isNew && itemId !== undefined && newest.data !== undefined && !listed,
    retry: false,
  });
  const item = isNew ? undefined : itemId === undefined ? newest.data?.[0] : (listed ?? older.data);
  const content = useQuery({
    ...contentQuery<ContractContent>(fileUrlOf(item?.id ?? "")),
    enabled: item !== undefined,
  });
  const sessionId = item?.contract?.sessionId ?? undefined;
  const turns = (newest.data ?? [])
    .filter((other) => other.id === item?.id || (sessionId && other.contract?.sessionId === sessionId))
    .map(toListedTurn)
    .reverse();
  const shown = item && content.data && { ...content.data, charged: item.price, itemId: item.id };
  return {
    sessionId,
    turns,
    shownId: item?.id,
    shown,
    isLoading: !isNew && (newest.isPending || older.isFetching || (item !== undefined && content.isPending)),
  };
}
