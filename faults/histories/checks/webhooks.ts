import type { Check, Finding } from "./check.ts";

interface EventBody {
  type: string;
  data: { collectionId: string; made: number };
}

const arrives: Check = {
  name: "webhook arrives at least once, always under the same id",
  find: ({ collections, deliveries, history }) =>
    collections.flatMap(({ collection_id, state, made }): Finding[] => {
      if (!["completed", "failed", "cancelled"].includes(state)) return [];
      const about = (body: string) => (JSON.parse(body) as EventBody).data.collectionId === collection_id;
      const queued = deliveries.filter(({ body }) => about(body));
      const copies = history.webhooks.filter(({ body }) => about(body));
      const ids = new Set(copies.map(({ id }) => id));
      const problems: string[] = [];
      if (queued.length !== 1) problems.push(`${queued.length} deliveries were queued`);
      if (queued.some((each) => each.state !== "delivered")) problems.push(`it is ${queued[0]?.state}`);
      if (!copies.some(({ answer }) => answer === "204"))
        problems.push("no copy was accepted by the receiver");
      if (ids.size > 1) problems.push(`its copies have ${ids.size} ids`);
      if (new Set(copies.map(({ body }) => body)).size > 1) problems.push("its copies differ");
      const [copy] = copies;
      if (copy) {
        const { type, data } = JSON.parse(copy.body) as EventBody;
        if (type !== `collection.${state}` || data.made !== made)
          problems.push(`it says ${type}, ${data.made} made`);
      }
      return problems.map((problem) => ({
        message: `webhook of collection ${collection_id}: ${problem}`,
        operations: [],
      }));
    }),
};

const oncePerAttempt: Check = {
  name: "webhook is sent once per attempt",
  find: ({ deliveries, history }) =>
    deliveries.flatMap(({ delivery_id, attempts }): Finding[] => {
      const copies = history.webhooks.filter(({ id }) => id === delivery_id).length;
      if (copies <= attempts) return [];
      return [
        {
          message: `webhook ${delivery_id} was sent ${copies} times in ${attempts} attempts`,
          operations: [],
        },
      ];
    }),
};

export const webhookChecks = [arrives, oncePerAttempt];
