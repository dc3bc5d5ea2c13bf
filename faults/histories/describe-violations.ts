import { describeExchange, type FaultRecord } from "./history.ts";
import type { SeedResult } from "./run-seed.ts";

const shownExchanges = 12;

/** Describes each violation with its seed, its check and the part of the history that it is about. */
export function describeViolations({ history, violations }: SeedResult): string {
  const { seed, exchanges, faults } = history;
  const lines = violations.flatMap(({ check, message, operations }) => [
    `seed ${seed} violates "${check}": ${message}`,
    ...exchanges
      .filter(({ operation }) => operations.includes(operation))
      .slice(-shownExchanges)
      .map((exchange) => `  ${describeExchange(exchange)}`),
  ]);
  return [...lines, ...faults.map((fault) => `  ${describeFault(fault)}`)].join("\n");
}

function describeFault({ fault, from, to }: FaultRecord): string {
  const { startsAtInMs: _start, endsAtInMs: _end, kind, ...more } = fault;
  return `${from}-${to} ms: fault ${kind} ${JSON.stringify(more)}`;
}
