import { expect } from "vitest";
import { type Answer, callApi, type Server } from "./call-api.ts";

/** A queue request that is accepted. */
export const foxes = {
  walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  prompt: "a red fox",
  model: "velogen",
  width: 512,
  height: 512,
  chainId: 31_337,
  amount: 3,
};

/** What progress answers. */
export interface Progress {
  collectionId: string;
  status: string;
  progress: number;
  amount: number;
  made: number;
  failed: number;
  statusCode?: number;
  message?: string;
  data?: { images: string[]; generated: boolean };
  missing?: { number: number; code: string; message: string }[];
}

/** One image of a collection, as it is listed. */
export interface Token {
  number: number;
  state: string;
  seed: number;
  attributes: { trait_type: string; value: string }[];
  image: string | null;
  sha256: string | null;
}

/** Queues a collection. */
export function queueCollection(
  server: Server,
  key: string,
  request: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<{ collectionId: string; status: string }>> {
  return callApi(server, "/nft/generate-nft-queue", { key, body: { ...foxes, ...request }, headers });
}

/** Queues a collection that must be accepted, and returns its id. */
export async function queueAccepted(server: Server, key: string, request: object = {}): Promise<string> {
  const { status, text, body } = await queueCollection(server, key, request);
  expect(status, text).toBe(200);
  return body.collectionId;
}

/** Reads the progress of a collection. */
export async function getProgress(server: Server, key: string, collectionId: string): Promise<Progress> {
  const { status, text, body } = await callApi<Progress>(server, `/nft/progress/${collectionId}`, { key });
  expect(status, text).toBe(200);
  return body;
}

/** Waits until a collection has this state and returns its progress. */
export async function waitForState(
  server: Server,
  key: string,
  collectionId: string,
  state: string,
  timeoutInMs = 30_000,
): Promise<Progress> {
  let progress: Progress | undefined;
  await expect
    .poll(
      async () => {
        progress = await getProgress(server, key, collectionId);
        return progress.status;
      },
      { timeout: timeoutInMs, interval: 400 },
    )
    .toBe(state);
  return progress as Progress;
}

/** Lists every image of a collection. */
export async function listTokens(server: Server, key: string, collectionId: string): Promise<Token[]> {
  const tokens: Token[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await callApi<{ data: { tokens: Token[]; nextCursor: string | null } }>(
      server,
      `/nft/collections/${collectionId}/tokens?limit=40${cursor && `&cursor=${cursor}`}`,
      { key },
    );
    tokens.push(...body.data.tokens);
    if (!body.data.nextCursor) return tokens;
    cursor = body.data.nextCursor;
  }
}

/** Waits until the image that was ordered for a token is there. */
export async function waitForImage(
  server: Server,
  key: string,
  collectionId: string,
  number: number,
): Promise<void> {
  const path = `/nft/collections/${collectionId}/tokens/${number}`;
  const read = async () =>
    (await callApi<{ data: { regeneration: object | null } }>(server, path, { key })).body.data.regeneration;
  await expect.poll(read, { timeout: 60_000 }).toBeNull();
}
