import {
  countTraits,
  type Enhancement,
  findRuleProblem,
  type ImageModelName,
  planImage,
  type Trait,
} from "@mintwright/api-contract";
import type { QueueRequest } from "@mintwright/sdk";

export interface DraftValue {
  id: string;
  value: string;
  /** As typed, so that an incomplete number can be edited. */
  ratio: string;
}

/** A rule between two values, each as the JSON of its trait and value; empty while none is selected. */
export interface DraftRule {
  id: string;
  kind: "never" | "requires";
  first: string;
  second: string;
}

export interface DraftTrait {
  id: string;
  name: string;
  values: DraftValue[];
}

/** The form of a new collection. */
export interface Draft {
  name: string;
  prompt: string;
  style: string;
  model: ImageModelName;
  size: string;
  enhance: "" | Enhancement;
  amount: string;
  seed: string;
  traits: DraftTrait[];
  rules: DraftRule[];
  chainId: string;
  walletAddress: string;
  webhookUrl: string;
}

export const emptyDraft: Draft = {
  name: "",
  prompt: "",
  style: "",
  model: "velogen",
  size: "512x512",
  enhance: "",
  amount: "12",
  seed: "",
  traits: [],
  rules: [],
  chainId: "",
  walletAddress: "",
  webhookUrl: "",
};

let ids = 0;

export function createValue(value = "", ratio = "10"): DraftValue {
  return { id: `value-${ids++}`, value, ratio };
}

/** Creates a trait with two empty values. */
export function createTrait(): DraftTrait {
  return { id: `trait-${ids++}`, name: "", values: [createValue("", "50"), createValue("", "50")] };
}

export function createRule(): DraftRule {
  return { id: `rule-${ids++}`, kind: "never", first: "", second: "" };
}

/** Converts rules whose values are both selected. */
export function readRules(rules: readonly DraftRule[]): NonNullable<QueueRequest["rules"]> {
  const read = (json: string) => {
    const [trait_type = "", value = ""] = JSON.parse(json) as string[];
    return { trait_type, value };
  };
  return rules.flatMap(({ kind, first, second }) =>
    first === "" || second === "" ? [] : [{ if: read(first), [kind]: read(second) }],
  );
}

export function readSize(size: string): { width: number; height: number } {
  const [width = 0, height = 0] = size.split("x").map(Number);
  return { width, height };
}

/** Describes the size at which images are generated and delivered. */
export function describePlan({ model, size, enhance }: Draft): string {
  const { plan, problem } = planImage(model, { ...readSize(size), enhance: enhance || undefined });
  if (problem) return problem.message;
  const { cropped, delivered, isEnhanced } = plan;
  if (!isEnhanced) return `Generated at ${delivered.width}×${delivered.height} pixels.`;
  return `Generated at ${cropped.width}×${cropped.height}, enhanced to ${delivered.width}×${delivered.height} pixels.`;
}

/** Returns the number of tokens, or 0 when the text is not a positive integer. */
export function readAmount(draft: Draft): number {
  const amount = Number(draft.amount);
  return Number.isInteger(amount) && amount > 0 ? amount : 0;
}

/** Parses a ratio; 0 when it is not a positive number. */
export function readRatio(ratio: string): number {
  const number = Number(ratio);
  return Number.isFinite(number) && number > 0 ? number : 0;
}

/** Returns the traits that have a name and at least one value. */
export function readTraits(traits: readonly DraftTrait[]): Trait[] {
  return traits.flatMap(({ name, values }) => {
    const written = values.filter(({ value }) => value.trim() !== "");
    if (name.trim() === "" || written.length === 0) return [];
    return [
      {
        trait_type: name.trim(),
        value: written.map(({ value, ratio }) => ({ value: value.trim(), ratio: readRatio(ratio) })),
      },
    ];
  });
}

/** Returns the fields that a sample image shares with the collection. */
export function toImageFields(draft: Draft) {
  return {
    prompt: draft.prompt,
    model: draft.model,
    ...readSize(draft.size),
    traits: readTraits(draft.traits),
    ...(draft.style.trim() && { style: draft.style.trim() }),
    ...(draft.enhance && { enhance: draft.enhance }),
    ...(draft.seed && { seed: Number(draft.seed) }),
  };
}

export function toRequest(draft: Draft): QueueRequest {
  return {
    ...toImageFields(draft),
    amount: readAmount(draft),
    chainId: Number(draft.chainId),
    walletAddress: draft.walletAddress.trim(),
    ...(draft.name.trim() && { name: draft.name.trim() }),
    ...(draft.rules.length > 0 && { rules: readRules(draft.rules) }),
    ...(draft.webhookUrl.trim() && { webhookUrl: draft.webhookUrl.trim() }),
  };
}

/** Returns a message about the first missing or invalid field. */
export function findGap(draft: Draft): string | undefined {
  if (draft.prompt.trim() === "") return "Enter a prompt.";
  if (readAmount(draft) === 0) return "Enter the number of tokens.";
  const unnamed = draft.traits.find(({ name }) => name.trim() === "");
  if (unnamed) return "Name every trait, or remove it.";
  const absent = countTraits(readTraits(draft.traits), readAmount(draft)).find(
    ({ counts }) => !counts.some(({ count }) => count > 0),
  );
  if (absent) return `No token gets the trait ${absent.trait_type}. Raise its ratios.`;
  const written = readTraits(draft.traits);
  if (draft.rules.some(({ first, second }) => first === "" || second === ""))
    return "Select both values of every rule, or remove it.";
  const impossible = findRuleProblem(written, readRules(draft.rules), readAmount(draft));
  if (impossible) return `Rule ${impossible.index + 1} is impossible: ${impossible.reason}.`;
  if (!draft.chainId) return "Select a chain.";
  if (!/^0x[0-9a-fA-F]{40}$/.test(draft.walletAddress.trim()))
    return "Enter the wallet address that will own the tokens.";
  return undefined;
}
