export interface CollectionProgress {
  status: string;
  made: number;
  failed: number;
}

/** Queues a collection, which must be accepted, and returns its id. */
export async function queueCollection(baseUrl: string, key: string, request: object): Promise<string> {
  const response = await fetch(`${baseUrl}/nft/generate-nft-queue`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      prompt: "a red fox",
      model: "velogen",
      width: 512,
      height: 512,
      chainId: 31_337,
      ...request,
    }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`the collection was refused: ${body}`);
  return (JSON.parse(body) as { collectionId: string }).collectionId;
}

/** Gets the progress of a collection; undefined while the service is unavailable. */
export async function findProgress(
  baseUrl: string,
  key: string,
  collectionId: string,
): Promise<CollectionProgress | undefined> {
  const response = await fetch(`${baseUrl}/nft/progress/${collectionId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = (await response.json()) as CollectionProgress;
  if (response.status === 503) return undefined;
  if (response.status !== 200) throw new Error(`progress could not be read: ${JSON.stringify(body)}`);
  return body;
}

export async function cancelCollection(
  baseUrl: string,
  key: string,
  collectionId: string,
): Promise<{ made: number; refunded: number }> {
  const response = await fetch(`${baseUrl}/nft/collections/${collectionId}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`the collection was not cancelled: ${body}`);
  return (JSON.parse(body) as { data: { made: number; refunded: number } }).data;
}
