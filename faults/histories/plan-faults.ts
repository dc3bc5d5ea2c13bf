import { activeInMs, apiCount, workerCount } from "./plan-operations.ts";
import { type Choices, startChoices } from "./seeded-choices.ts";

/** The servers that a process is connected to. */
export const parts = ["postgres", "objects", "chat", "images", "chain"] as const;
export type Part = (typeof parts)[number];

export const apiNames = Array.from({ length: apiCount }, (_, index) => `api-${index + 1}`);
export const workerNames = Array.from({ length: workerCount }, (_, index) => `worker-${index + 1}`);

export type LinkFault = "latency" | "reset" | "cut to the server" | "cut to the client";

/** One fault: when it begins, when it is undone, and what it breaks. */
export type PlannedFault = { startsAtInMs: number; endsAtInMs: number } & (
  | { kind: "kill" | "restart"; process: string }
  /** `isSilent`: as if its heartbeat had been missing for a minute. */
  | { kind: "pause"; process: string; isSilent: boolean }
  | { kind: "link"; link: string; fault: LinkFault }
  | { kind: "objects"; how: "stop" | "kill" | "slow" | "full" }
  | { kind: "clock"; process: string; shiftInSeconds: number }
  | { kind: "images"; how: "away" | "slow" }
  | { kind: "receiver"; how: "refuses" | "resets" | "slow" }
);

/** Plans what breaks in a seed. No two faults have the same target. */
export function planFaults(seed: number): PlannedFault[] {
  const choices = startChoices("faults", seed);
  const faults: PlannedFault[] = [];
  const targets = new Set<string>();
  for (let wanted = choices.number(3, 6); wanted > 0; wanted--) {
    const startsAtInMs = choices.number(200, activeInMs - 500);
    const fault = planFault(choices, { startsAtInMs, endsAtInMs: startsAtInMs + choices.number(300, 1_500) });
    const target = "process" in fault ? fault.process : "link" in fault ? fault.link : fault.kind;
    if (targets.has(target)) continue;
    targets.add(target);
    faults.push(fault);
  }
  return faults.sort((one, other) => one.startsAtInMs - other.startsAtInMs);
}

function planFault(choices: Choices, time: { startsAtInMs: number; endsAtInMs: number }): PlannedFault {
  const anyProcess = () => choices.pick([...apiNames, ...workerNames] as [string, ...string[]]);
  const kind = choices.pick([
    ...(["kill", "kill", "pause", "pause", "pause", "restart"] as const),
    ...(["link", "link", "link", "link"] as const),
    ...(["objects", "objects", "clock", "clock", "images", "receiver"] as const),
  ]);
  switch (kind) {
    case "kill":
    case "restart":
      return { ...time, kind, process: anyProcess() };
    case "pause": {
      const isSilent = choices.happens(70);
      const endsAtInMs = isSilent ? time.startsAtInMs + choices.number(1_500, 3_000) : time.endsAtInMs;
      return { ...time, endsAtInMs, kind, process: anyProcess(), isSilent };
    }
    case "link": {
      const link = choices.happens(20)
        ? `${choices.pick(apiNames as [string, ...string[]])}-clients`
        : `${anyProcess()}-${choices.pick(["postgres", ...parts])}`;
      const fault = choices.pick(["latency", "reset", "cut to the server", "cut to the client"] as const);
      return { ...time, kind, link, fault };
    }
    case "objects":
      return { ...time, kind, how: choices.pick(["stop", "kill", "slow", "full"]) };
    case "clock": {
      const shiftInSeconds = choices.pick([-7_200, -600, -30, 30, 600, 7_200]);
      return { ...time, kind, process: anyProcess(), shiftInSeconds };
    }
    case "images":
      return { ...time, kind, how: choices.pick(["away", "slow"]) };
    case "receiver":
      return { ...time, kind, how: choices.pick(["refuses", "resets", "slow"]) };
  }
}
