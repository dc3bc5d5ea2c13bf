import type { Database } from "../../../platform/database/database.ts";
import { hashImages, type MintableCollection, readTokenPages } from "./collection-tokens.repository.ts";
import { imageUriOf } from "./token-metadata.ts";

const pageSize = 1_000;

/** Writes the provenance record of a collection as JSON, piece by piece. */
export async function* writeProvenance(
  database: Database,
  collection: MintableCollection,
): AsyncGenerator<string> {
  const head = {
    collectionId: collection.collectionId,
    hash: await hashImages(database, collection),
    prompt: collection.prompt,
    style: collection.style,
    model: collection.model,
    seed: collection.seed,
    createdAt: collection.createdAt.toISOString(),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"images":[`;
  let separator = "";
  for await (const page of readTokenPages(database, collection, { pageSize })) {
    const entries = page.map((token) =>
      JSON.stringify({
        id: token.number,
        sha256: token.sha256.toString("hex"),
        image: imageUriOf(token),
        seed: token.seed,
        engine: token.engine,
      }),
    );
    yield separator + entries.join(",");
    separator = ",";
  }
  yield "]}";
}
