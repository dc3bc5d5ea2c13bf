import { type Exchange, isAnswered } from "../history.ts";
import { type Check, exchangesOf, type Finding, sumEntries } from "./check.ts";

const readCollectionId = ({ body }: Exchange) => (JSON.parse(body) as { collectionId: string }).collectionId;

/** The collections that clients were told of, by id. */
function listAccepted(exchanges: readonly Exchange[]): Map<string, Exchange> {
  const accepted = exchanges.filter((exchange) => exchange.step === "collection" && isAnswered(exchange));
  return new Map(accepted.map((exchange) => [readCollectionId(exchange), exchange]));
}

const finals = ["completed", "failed", "cancelled"];

const ends: Check = {
  name: "accepted collection ends",
  find: (facts) =>
    [...listAccepted(facts.history.exchanges)].flatMap(([id, { operation }]): Finding[] => {
      const found = facts.collections.find(({ collection_id }) => collection_id === id);
      if (!found)
        return [{ message: `collection ${id} was accepted and does not exist`, operations: [operation] }];
      if (finals.includes(found.state)) return [];
      return [{ message: `collection ${id} is still ${found.state}`, operations: [operation] }];
    }),
};

const queuedOnce: Check = {
  name: "collection is queued once",
  find: (facts) =>
    facts.history.operations.flatMap((operation): Finding[] => {
      if (operation.kind !== "collection") return [];
      const requests = exchangesOf(facts.history, operation.id).map(({ requestId }) => requestId);
      const found = facts.collections.filter(({ hold_request_id }) =>
        requests.includes(hold_request_id ?? ""),
      );
      if (found.length <= 1) return [];
      return [
        {
          message: `operation ${operation.id} queued ${found.length} collections`,
          operations: [operation.id],
        },
      ];
    }),
};

const paysForImages: Check = {
  name: "collection pays for its images, once each",
  find: (facts) =>
    facts.collections.flatMap((collection): Finding[] => {
      const { collection_id, hold_request_id, amount, price_each, images, made } = collection;
      if (!finals.includes(collection.state) || !hold_request_id) return [];
      const stored = images.filter(({ state }) => state === "made").length;
      const captured = sumEntries(facts, "capture", [hold_request_id]).amount;
      const released = sumEntries(facts, "release", [hold_request_id]).amount;
      const paid = made === stored && captured === stored * price_each;
      if (paid && released === (amount - stored) * price_each) return [];
      const said = JSON.stringify({ amount, made, stored, price_each, captured, released });
      const operations = facts.history.exchanges
        .filter(({ requestId }) => requestId === hold_request_id)
        .map(({ operation }) => operation);
      return [{ message: `collection ${collection_id}: ${said}`, operations }];
    }),
};

const cancelTellsTruth: Check = {
  name: "cancelled collection refunds what it said",
  find: (facts) =>
    facts.history.exchanges.flatMap((exchange): Finding[] => {
      if (exchange.step !== "cancel" || !isAnswered(exchange)) return [];
      const { data } = JSON.parse(exchange.body) as {
        data: { collectionId: string; made: number; refunded: number };
      };
      const found = facts.collections.find(({ collection_id }) => collection_id === data.collectionId);
      const released = sumEntries(facts, "release", [found?.hold_request_id ?? ""]).amount;
      if (
        found?.state === "cancelled" &&
        found.made === data.made &&
        released === Math.round(data.refunded * 100)
      )
        return [];
      const said = JSON.stringify({ told: data, state: found?.state, made: found?.made, released });
      return [{ message: `cancelled: ${said}`, operations: [exchange.operation] }];
    }),
};

const imagesAreStored: Check = {
  name: "every generated image is in the object store",
  find: ({ collections, objects }) =>
    collections.flatMap(({ collection_id, images }) =>
      images
        .filter(({ state, object, sha256 }) => state === "made" && objects.get(object ?? "") !== sha256)
        .map(({ number }) => ({
          message: `image ${number} of ${collection_id} is missing or has other bytes`,
          operations: [],
        })),
    ),
};

export const collectionChecks = [ends, queuedOnce, paysForImages, cancelTellsTruth, imagesAreStored];
