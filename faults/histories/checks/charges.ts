import { patienceInMs } from "../client.ts";
import { type Exchange, type History, isAnswered } from "../history.ts";
import { alwaysFails, type PlannedOperation } from "../plan-operations.ts";
import { type Check, exchangesOf, type Finding, sumEntries } from "./check.ts";

/** In 1/100 credits. */
const callPrice = 50;

/** A response that tells the client that its request may have been completed. */
const isInDoubt = ({ status, body }: Exchange) =>
  status === 503 && /did not confirm this call|may have been completed/.test(body);

/**
 * Whether the connection to the client broke before the engine failed. A caller that disconnects after the first text of a
 * stream pays for it, though its engine would have failed later.
 */
function mayHaveLeft({ faults }: History, { api, step, from, to, isWhole }: Exchange): boolean {
  if (step !== "stream" || isWhole) return false;
  const link = `api-${api + 1}-clients`;
  const isCut = faults.some(
    (each) => each.fault.kind === "link" && each.fault.link === link && each.from < to && each.to > from,
  );
  return isCut || to - from >= patienceInMs;
}

const isCharged = ({ kind }: PlannedOperation) => kind === "call" || kind === "stream" || kind === "image";
const idsOf = (exchanges: readonly Exchange[]) => exchanges.map(({ requestId }) => requestId);

const answeredOnce: Check = {
  name: "answered call is charged once",
  find: (facts) =>
    facts.history.operations.filter(isCharged).flatMap(({ id, kind }): Finding[] => {
      const exchanges = exchangesOf(facts.history, id);
      if (!exchanges.some(isAnswered)) return [];
      const { amount, count } = sumEntries(facts, "capture", idsOf(exchanges));
      const price = kind === "image" ? amount : callPrice;
      if (count === 1 && amount === price && amount > 0) return [];
      return [
        {
          message: `operation ${id} was answered and captured ${count} times, ${amount} in all`,
          operations: [id],
        },
      ];
    }),
};

const failedFree: Check = {
  name: "failed call is not charged",
  find: (facts) =>
    facts.history.exchanges.flatMap((exchange): Finding[] => {
      const planned = facts.history.operations[exchange.operation];
      const cannotSucceed =
        planned &&
        "engine" in planned &&
        alwaysFails(planned.engine) &&
        !mayHaveLeft(facts.history, exchange);
      const isRefused = exchange.status !== undefined && exchange.status !== 200 && !isInDoubt(exchange);
      if (!isRefused && !cannotSucceed) return [];
      const { count, amount } = sumEntries(facts, "capture", [exchange.requestId]);
      if (count === 0) return [];
      const why = isRefused ? `was told ${exchange.status}` : "has an engine that always fails";
      return [
        {
          message: `${exchange.requestId} ${why} and was charged ${amount}`,
          operations: [exchange.operation],
        },
      ];
    }),
};

const onceAtMost: Check = {
  name: "call is charged once at most",
  find: (facts) =>
    facts.history.operations.filter(isCharged).flatMap(({ id }): Finding[] => {
      const { count, amount } = sumEntries(facts, "capture", idsOf(exchangesOf(facts.history, id)));
      if (count <= 1) return [];
      return [{ message: `operation ${id} was captured ${count} times, ${amount} in all`, operations: [id] }];
    }),
};

const headerIsTrue: Check = {
  name: "charged amount is the amount in the answer",
  find: (facts) =>
    facts.history.exchanges.flatMap((exchange): Finding[] => {
      const { step, charged, requestId, isReplayed, operation } = exchange;
      if (!isAnswered(exchange) || isReplayed || !["call", "stream", "image"].includes(step)) return [];
      const { amount } = sumEntries(facts, "capture", [requestId]);
      if (Number(charged) * 100 === amount) return [];
      return [
        {
          message: `${requestId} was told ${charged} credits and paid ${amount / 100}`,
          operations: [operation],
        },
      ];
    }),
};

const liveHold: Check = {
  name: "live hold is not released",
  find: ({ history }) =>
    history.exchanges.flatMap((exchange): Finding[] => {
      if (!exchange.body.includes("its credit hold expired")) return [];
      // Only a process that was paused, with its heartbeat missing, may lose its holds.
      const wasSilent = history.faults.some(
        ({ fault }) =>
          fault.kind === "pause" && fault.isSilent && fault.process === `api-${exchange.api + 1}`,
      );
      if (wasSilent) return [];
      return [
        {
          message: `${exchange.requestId} lost its hold at a live process`,
          operations: [exchange.operation],
        },
      ];
    }),
};

const ownAnswer: Check = {
  name: "answer belongs to its request",
  find: ({ history }) =>
    history.exchanges.flatMap((exchange): Finding[] => {
      const { operation, step, body, requestId } = exchange;
      if (!isAnswered(exchange) || (step !== "call" && step !== "stream")) return [];
      if (body.includes(`history ${history.seed} operation ${operation} `)) return [];
      return [{ message: `${requestId} got another answer: ${body.slice(0, 200)}`, operations: [operation] }];
    }),
};

const noInternalError: Check = {
  name: "no internal error",
  find: ({ history }) =>
    history.exchanges.flatMap(({ status, requestId, body, operation }): Finding[] =>
      status === 500
        ? [{ message: `${requestId} was told 500: ${body.slice(0, 200)}`, operations: [operation] }]
        : [],
    ),
};

export const chargeChecks = [
  answeredOnce,
  failedFree,
  onceAtMost,
  headerIsTrue,
  liveHold,
  ownAnswer,
  noInternalError,
];
