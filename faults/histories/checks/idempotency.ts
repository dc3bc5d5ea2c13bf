import { type Exchange, isAnswered } from "../history.ts";
import { type Check, type Finding, sumEntries } from "./check.ts";

/** The exchanges of each idempotency key. */
function groupByKey(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const groups = Map.groupBy(exchanges, ({ idempotencyKey }) => idempotencyKey ?? "");
  groups.delete("");
  return groups;
}

const sameAnswer: Check = {
  name: "idempotent retry gets the same answer",
  find: ({ history }) =>
    [...groupByKey(history.exchanges)].flatMap(([key, exchanges]): Finding[] => {
      const operations = [exchanges[0]?.operation ?? 0];
      const answers = exchanges.filter(isAnswered);
      const [first] = answers;
      const other = answers.find(({ body }) => body !== first?.body);
      if (other)
        return [
          { message: `${key}: ${other.requestId} got another answer than ${first?.requestId}`, operations },
        ];
      // After an answer the key must not be refused as running or unknown; an outage is another matter.
      const later = exchanges.find(
        ({ from, status }) =>
          first && from > first.to && status !== undefined && status !== 200 && status < 500,
      );
      if (later)
        return [
          {
            message: `${key}: ${later.requestId} was told ${later.status} ${later.code} after the answer`,
            operations,
          },
        ];
      const replay = exchanges.findLast(({ step }) => step === "replay");
      if (replay && !isAnswered(replay))
        return [
          {
            message: `${key}: the replay was told ${replay.status ?? "nothing"} ${replay.code ?? ""}`,
            operations,
          },
        ];
      if (replay && !replay.isReplayed)
        return [{ message: `${key}: the work ran again for ${replay.requestId}`, operations }];
      return [];
    }),
};

const answersInTheEnd: Check = {
  name: "client that retries is answered in the end",
  find: ({ history }) =>
    [...groupByKey(history.exchanges)].flatMap(([key, exchanges]): Finding[] => {
      if (exchanges.some(isAnswered)) return [];
      const { status, code, body, operation } = exchanges.at(-1) as Exchange;
      const told = status === undefined ? body : `${status} ${code}`;
      return [
        {
          message: `${key} has no answer after ${exchanges.length} requests, last ${told}`,
          operations: [operation],
        },
      ];
    }),
};

const runsOnce: Check = {
  name: "idempotency key is charged once",
  find: (facts) =>
    [...groupByKey(facts.history.exchanges)].flatMap(([key, exchanges]): Finding[] => {
      const holds = new Set(
        facts.entries
          .filter(
            ({ kind, request_id }) =>
              kind === "capture" && exchanges.some((each) => each.requestId === request_id),
          )
          .map(({ hold_id }) => hold_id),
      );
      if (holds.size <= 1) return [];
      const { amount } = sumEntries(
        facts,
        "capture",
        exchanges.map(({ requestId }) => requestId),
      );
      return [
        {
          message: `${key} was charged for ${holds.size} holds, ${amount} in all`,
          operations: [exchanges[0]?.operation ?? 0],
        },
      ];
    }),
};

export const idempotencyChecks = [sameAnswer, answersInTheEnd, runsOnce];
