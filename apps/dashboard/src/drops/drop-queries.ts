import type { Drop, DropWallet } from "@mintwright/api-contract";
import { queryOptions } from "@tanstack/react-query";
import { CallError, call } from "../api/call.ts";

const pollIntervalInMs = 3_000;

/** The claim page of a collection, for its owner. Polls: wallets claim at any time. */
export const ownDropQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collections", collectionId, "drop"],
    queryFn: () => call("GET /collections/{collectionId}/drop", { params: { collectionId } }),
    refetchInterval: ({ state }) => (state.data?.drop?.hash ? pollIntervalInMs : false),
  });

/** A drop as every visitor sees it. */
export const dropQuery = (chainId: string, address: string) =>
  queryOptions({
    queryKey: ["drops", chainId, address],
    queryFn: () => read<Drop>(`/drops/${encodeURIComponent(chainId)}/${encodeURIComponent(address)}`),
    refetchInterval: pollIntervalInMs,
    retry: false,
  });

export const dropWalletQuery = ({ chainId, address }: Pick<Drop, "chainId" | "address">, wallet: string) =>
  queryOptions({
    queryKey: ["drops", String(chainId), address, wallet],
    queryFn: () => read<DropWallet>(`/drops/${chainId}/${address}/wallets/${wallet}`),
    refetchInterval: pollIntervalInMs,
    enabled: wallet !== "",
  });

async function read<Data>(path: string): Promise<Data> {
  const answer = await fetch(path).catch(() => {
    throw new CallError(0, "unreachable", "Cannot reach the server. Check your connection and try again.");
  });
  const body = (await answer.json().catch(() => ({}))) as { data?: Data; message?: string };
  if (answer.status === 404)
    throw new CallError(404, "not_found", "There is no claim page at this address. Check the link.");
  if (!answer.ok || body.data === undefined)
    throw new CallError(answer.status, "unknown", body.message ?? "Something went wrong. Try again.");
  return body.data;
}
