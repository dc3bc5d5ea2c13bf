import { type Form, forms } from "./gateway-process.ts";
import { median } from "./measure.ts";

/** One load of one round. */
export interface Sample {
  round: number;
  form: Form;
  waitInMs: number;
  clients: number;
  p50InMs: number;
  p99InMs: number;
  perSecond: number;
  perCpuSecond: number;
}

/** Everything that was measured of one gateway. */
export interface GatewayResults {
  settings: string;
  samples: Sample[];
  memoryInBytes: number[];
  /** Answers for a budget of 50, each round. */
  letThrough: number[];
}

export type Results = ReadonlyMap<string, GatewayResults>;

export interface Row {
  name: string;
  addedP50At1?: number;
  addedP99At1?: number;
  addedP50At64?: number;
  addedP99At64?: number;
  /** The highest rate with p99 below 50 ms. 0: no number of clients stayed below. */
  perSecond: number;
  /** At 64 clients. */
  perCpuSecond?: number;
}

export const highestP99InMs = 50;

/** The rows of one table, medians over the rounds: every gateway, and Mintwright's own route among the streams. */
export function listRows(results: Results, table: "whole" | "stream", waitInMs: number): Row[] {
  const bare = results.get("bare")?.samples ?? [];
  return [...results].flatMap(([name, { samples }]) =>
    forms.flatMap((form) => {
      if ((form === "whole") !== (table === "whole")) return [];
      const own = samples.filter((sample) => sample.form === form && sample.waitInMs === waitInMs);
      if (own.length === 0) return [];
      const title = form === "chatStream" ? `${name} /chat/stream` : name;
      return [
        toRow(
          title,
          own,
          name === "bare"
            ? []
            : bare.filter((sample) => sample.form === table && sample.waitInMs === waitInMs),
        ),
      ];
    }),
  );
}

function toRow(name: string, own: Sample[], bare: Sample[]): Row {
  const perSecond = medianByRound(own, (samples) =>
    Math.max(
      0,
      ...samples.filter(({ p99InMs }) => p99InMs < highestP99InMs).map((sample) => sample.perSecond),
    ),
  );
  if (bare.length === 0) return { name, perSecond };
  const added = (clients: number, key: "p50InMs" | "p99InMs") =>
    median(
      own.flatMap((sample) =>
        sample.clients === clients ? [sample[key] - find(bare, sample.round, clients)[key]] : [],
      ),
    );
  return {
    name,
    addedP50At1: added(1, "p50InMs"),
    addedP99At1: added(1, "p99InMs"),
    addedP50At64: added(64, "p50InMs"),
    addedP99At64: added(64, "p99InMs"),
    perSecond,
    perCpuSecond: median(own.filter(({ clients }) => clients === 64).map((sample) => sample.perCpuSecond)),
  };
}

/** How many times the requests of another gateway, by round: whole answers, no wait, 64 clients. */
export function compareWith(
  results: Results,
  name: string,
  key: "perSecond" | "perCpuSecond",
): number | undefined {
  const read = (gateway: string) =>
    results
      .get(gateway)
      ?.samples.filter(({ form, waitInMs, clients }) => form === "whole" && waitInMs === 0 && clients === 64);
  const [ours, theirs] = [read("Mintwright"), read(name)];
  if (!ours || !theirs) return undefined;
  return median(ours.map((sample) => sample[key] / find(theirs, sample.round, 64)[key]));
}

function medianByRound(samples: Sample[], of: (round: Sample[]) => number): number {
  return median([...Map.groupBy(samples, ({ round }) => round).values()].map(of));
}

function find(samples: Sample[], round: number, clients: number): Sample {
  const found = samples.find((sample) => sample.round === round && sample.clients === clients);
  if (!found) throw new Error(`nothing was measured in round ${round} with ${clients} clients`);
  return found;
}
