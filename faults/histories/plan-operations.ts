import type { Choices } from "./seeded-choices.ts";
import { startChoices } from "./seeded-choices.ts";

export const accountCount = 5;
export const apiCount = 3;
export const workerCount = 2;

/** How long operations and faults begin. */
export const activeInMs = 3_000;

/** What the chat engine does with a prompt: the prompt says it, so that a replay is the same. */
export type EngineManner = "answers" | "slow" | "fails-first" | "refuses" | "resets" | "cuts" | "garbles";

interface Common {
  /** Its place in the plan. */
  id: number;
  startsAtInMs: number;
  account: number;
  api: number;
}

export type CallOperation = Common & { kind: "call" | "stream"; isKeyed: boolean; engine: EngineManner };
export type ImageOperation = Common & { kind: "image" };
export type CollectionOperation = Common & {
  kind: "collection";
  isKeyed: boolean;
  amount: number;
  /** Cancelled so long after it was accepted. */
  cancelledAfterInMs?: number;
};
export type VoucherOperation = Common & { kind: "voucher"; rival: number };
export type MintOperation = Common & { kind: "mint"; tokens: number };
export type KeyOperation = Common & { kind: "key"; change: "revoke" | "replace" };

export type PlannedOperation =
  | CallOperation
  | ImageOperation
  | CollectionOperation
  | VoucherOperation
  | MintOperation
  | KeyOperation;

/** Whether the engine fails every request of a prompt, so that its call cannot succeed. */
export const alwaysFails = (engine: EngineManner) => !["answers", "slow", "fails-first"].includes(engine);

/** Plans what the clients of a seed do. */
export function planOperations(seed: number): PlannedOperation[] {
  const choices = startChoices("operations", seed);
  const count = choices.number(32, 44);
  return Array.from({ length: count }, (_, id) => {
    const common = {
      id,
      startsAtInMs: choices.number(0, activeInMs),
      account: choices.number(0, accountCount - 1),
      api: choices.number(0, apiCount - 1),
    };
    // One of each rare kind in every seed; chance decides about the others.
    if (id === 0) return { ...common, kind: "voucher", rival: choices.number(0, accountCount - 1) };
    if (id === 1) return { ...common, kind: "key", change: choices.pick(["revoke", "replace"]) };
    if (id === 2 || id === 3) return { ...common, kind: "mint", tokens: choices.number(1, 3) };
    if (id === 4) return { ...common, kind: "image" };
    if (id <= 8) return planCollection(choices, common);
    return planCall(choices, common);
  });
}

function planCollection(choices: Choices, common: Common): CollectionOperation {
  return {
    ...common,
    kind: "collection",
    isKeyed: choices.happens(60),
    amount: choices.number(1, 5),
    ...(choices.happens(40) && { cancelledAfterInMs: choices.number(0, 1_200) }),
  };
}

function planCall(choices: Choices, common: Common): CallOperation {
  const isKeyed = choices.happens(50);
  const engines: readonly [EngineManner, ...EngineManner[]] = isKeyed
    ? ["answers", "answers", "slow", "slow", "fails-first"]
    : ["answers", "answers", "slow", "slow", "refuses", "resets", "cuts", "garbles"];
  return {
    ...common,
    kind: choices.happens(35) ? "stream" : "call",
    isKeyed,
    engine: choices.pick(engines),
  };
}
