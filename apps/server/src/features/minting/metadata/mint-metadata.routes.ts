import type { Operations } from "@mintwright/api-contract";
import { QuotedAnswer, type ServeOperation, StreamAnswer } from "../../../serving/operation-context.ts";
import type { MintingService } from "../minting.service.ts";
import type { MintMetadataService } from "./mint-metadata.service.ts";
import { fillId } from "./token-metadata.ts";

/** Serves the metadata of completed collections, and their export. */
export function registerMintMetadataRoutes(
  serve: ServeOperation,
  operations: Operations,
  metadata: MintMetadataService,
  minting: MintingService,
): void {
  serve(operations.mintNft, async ({ input: { body }, caller, requestId, isDryRun }) => {
    const { ids, name, description, symbol } = body;
    const collection = await metadata.getCollection(caller.accountId, body.collectionId);
    await metadata.assertNotOnSale(collection);
    const words = { name, description, symbol };
    if (isDryRun) {
      const tokens = await metadata.describe(collection, ids, words, { isKept: false });
      return new QuotedAnswer(undefined, await minting.getPrice(collection, tokens));
    }
    const described = await metadata.describe(collection, ids, words);
    const payer = { keyId: caller.keyId, operation: operations.mintNft.id, requestId };
    const { progressOf, held } = await minting.mint(collection, described, payer);
    const tokens = described.map((token) => ({ ...token, ...progressOf(token.id) }));
    const [first] = tokens;
    if (!first) throw new Error("a request without ids was let through");
    const output = {
      name: first.name,
      description: fillId(description, first.id),
      image: first.image,
      attributes: first.attributes,
      collectionId: body.collectionId,
      transaction: first.transaction,
      symbol,
      tokens,
      pinning: await metadata.getPinning(collection),
    };
    return new QuotedAnswer(output, held?.amount ?? 0, held?.balance);
  });

  serve(operations.exportCollection, async ({ input: { params }, caller, answerHeaders }) => {
    const collection = await metadata.getCollection(caller.accountId, params.collectionId);
    const { root, chunks } = await metadata.openCar(collection);
    answerHeaders["content-disposition"] = `attachment; filename="${collection.collectionId}.car"`;
    answerHeaders["x-ipfs-roots"] = root;
    return new StreamAnswer("application/vnd.ipld.car; version=1", chunks);
  });

  serve(operations.getProvenance, async ({ input: { params }, caller }) => {
    const collection = await metadata.getCollection(caller.accountId, params.collectionId);
    return new StreamAnswer("application/json; charset=utf-8", metadata.writeProvenance(collection));
  });
}
