import { randomInt, randomUUID } from "node:crypto";
import { imageUrls, type Operations, type QueueRequest, toCredits } from "@mintwright/api-contract";
import type { Outbound } from "../../platform/outbound/index.ts";
import {
  AcceptedAnswer,
  QuotedAnswer,
  type ServeOperation,
  StreamAnswer,
} from "../../serving/operation-context.ts";
import type { ImageService } from "../images/index.ts";
import { checkWebhookUrl } from "../webhooks/index.ts";
import type { CollectionService } from "./collections.service.ts";
import type { ImageUrls } from "./image-files.ts";

const seedCount = 2 ** 32;

export function registerCollectionRoutes(
  serve: ServeOperation,
  operations: Operations,
  {
    collections,
    images,
    outbound,
  }: { collections: CollectionService; images: ImageService; outbound: Outbound },
): void {
  serve(operations.queueCollection, async ({ input: { body }, caller, price, signal }) => {
    checkWords(images, body);
    if (body.webhookUrl) await checkWebhookUrl(outbound, body.webhookUrl, signal);
    const collectionId = randomUUID();
    return new AcceptedAnswer({ collectionId, status: "queued" as const }, (handover) =>
      collections.accept(handover, {
        accountId: caller.accountId,
        collectionId,
        keyId: caller.keyId,
        seed: body.seed ?? randomInt(seedCount),
        priceEach: price / body.amount,
        request: body,
      }),
    );
  });

  serve(operations.getProgress, ({ caller, input: { params }, publicUrl }) =>
    collections.getProgress(caller.accountId, params.collectionId, urlsBelow(publicUrl)),
  );

  serve(operations.watchProgress, async ({ caller, input: { params }, header, publicUrl, signal }) => {
    const lastOrder = Number(header("last-event-id") ?? 0);
    const events = await collections.watch(caller.accountId, params.collectionId, {
      lastOrder: Number.isSafeInteger(lastOrder) ? lastOrder : 0,
      urlsOf: urlsBelow(publicUrl),
      signal,
    });
    return new StreamAnswer("text/event-stream; charset=utf-8", events, { isEndless: true });
  });

  serve(operations.listCollections, async ({ caller, input: { query } }) => ({
    status: true as const,
    message: "Collections of the account, newest first",
    data: await collections.list(caller.accountId, query),
  }));

  serve(operations.listTokens, async ({ caller, input: { params, query }, publicUrl }) => ({
    status: true as const,
    message: "Images of the collection, in the order of their numbers",
    data: await collections.listTokens(caller.accountId, params.collectionId, query, urlsBelow(publicUrl)),
  }));

  serve(operations.getToken, async ({ caller, input: { params }, publicUrl }) => ({
    status: true as const,
    message: "Token of the collection",
    data: await collections.getToken(
      caller.accountId,
      params.collectionId,
      params.number,
      urlsBelow(publicUrl),
    ),
  }));

  serve(
    operations.regenerateToken,
    async ({ caller: { accountId, keyId }, input: { params, body }, publicUrl, requestId, isDryRun }) => {
      const { collectionId, number } = params;
      const order = { accountId, collectionId, number, seed: body.seed };
      if (isDryRun) return new QuotedAnswer(undefined, await collections.quoteImage(order));
      const payer = { keyId, operation: operations.regenerateToken.id, requestId };
      const { price, balance } = await collections.orderImage(order, payer);
      const data = await collections.getToken(accountId, collectionId, number, urlsBelow(publicUrl));
      const message = data.regeneration
        ? "A new image is queued. The token keeps its image until then."
        : "The token has another image already.";
      return new QuotedAnswer({ status: true as const, message, data }, price, balance);
    },
  );

  serve(operations.changeCollection, async ({ caller, input: { params, body } }) => ({
    status: true as const,
    message: body.name === null ? "The name was removed" : "The collection was renamed",
    data: await collections.rename(caller.accountId, params.collectionId, body.name),
  }));

  serve(operations.cancelCollection, async ({ caller, input: { params } }) => {
    const { collectionId, made, refunded } = await collections.cancel(caller.accountId, params.collectionId);
    return {
      status: true as const,
      message: `The collection is cancelled. ${made} generated images stay; ${toCredits(refunded)} credits were refunded.`,
      data: { collectionId, status: "cancelled" as const, made, refunded: toCredits(refunded) },
    };
  });
}

const urlsBelow =
  (publicUrl: string): ImageUrls =>
  (object) =>
    imageUrls(publicUrl, object);

/** Checks every value of every trait, since each may appear in some image. */
function checkWords(images: ImageService, { prompt, style, traits = [] }: QueueRequest): void {
  const everyTrait = traits.flatMap(({ trait_type, value }) =>
    value.map((choice) => ({ trait_type, value: choice.value })),
  );
  images.checkWords({ prompt, style, traits: everyTrait });
}
