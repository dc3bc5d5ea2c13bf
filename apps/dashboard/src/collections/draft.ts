import {
  countTraits,
  type Enhancement,
  type ImageModelName,
  planImage,
  type Trait,
} from "@mintwright/api-contract";
import type { QueueRequest } from "@mintwright/sdk";

/** A value of a trait while it is being written. */
export interface DraftValue {
  id: string;
  value: string;
  /** As typed: half a number is a text. */
  ratio: string;
}

/** A trait while it is being written. */
export interface DraftTrait {
  id: string;
  name: string;
  values: DraftValue[];
}

/** A collection while it is being thought up. */
export interface Draft {
  prompt: string;
  style: string;
  model: ImageModelName;
  size: string;
  enhance: "" | Enhancement;
  amount: string;
  seed: string;
  traits: DraftTrait[];
  chainId: string;
  walletAddress: string;
  webhookUrl: string;
}

/** What a collection begins as. */
export const emptyDraft: Draft = {
  prompt: "",
  style: "",
  model: "velogen",
  size: "512x512",
  enhance: "",
  amount: "12",
  seed: "",
  traits: [],
  chainId: "",
  walletAddress: "",
  webhookUrl: "",
};

let ids = 0;

/** Starts a value. */
export function createValue(value = "", ratio = "10"): DraftValue {
  return { id: `value-${ids++}`, value, ratio };
}

/** Starts a trait with two values to fill in. */
export function createTrait(): DraftTrait {
  return { id: `trait-${ids++}`, name: "", values: [createValue("", "50"), createValue("", "50")] };
}

/** Reads the size of a draft. */
export function readSize(size: string): { width: number; height: number } {
  const [width = 0, height = 0] = size.split("x").map(Number);
  return { width, height };
}

/** Says at which size images are generated and at which they are delivered. */
export function describePlan({ model, size, enhance }: Draft): string {
  const { plan, problem } = planImage(model, { ...readSize(size), enhance: enhance || undefined });
  if (problem) return problem.message;
  const { cropped, delivered, isEnhanced } = plan;
  if (!isEnhanced) return `Generated at ${delivered.width}×${delivered.height} pixels.`;
  return `Generated at ${cropped.width}×${cropped.height}, enhanced to ${delivered.width}×${delivered.height} pixels.`;
}

/** How many images are wanted; 0 when that is not a number. */
export function readAmount(draft: Draft): number {
  const amount = Number(draft.amount);
  return Number.isInteger(amount) && amount > 0 ? amount : 0;
}

/** Turns a ratio as typed into a number. */
export function readRatio(ratio: string): number {
  const number = Number(ratio);
  return Number.isFinite(number) && number > 0 ? number : 0;
}

/** The traits that are far enough to be painted. */
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

/** The fields that a single picture of the collection shares with it. */
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

/** Turns a draft into what the queue takes. */
export function toRequest(draft: Draft): QueueRequest {
  return {
    ...toImageFields(draft),
    amount: readAmount(draft),
    chainId: Number(draft.chainId),
    walletAddress: draft.walletAddress.trim(),
    ...(draft.webhookUrl.trim() && { webhookUrl: draft.webhookUrl.trim() }),
  };
}

/** Says what is missing before the draft can be made, one thing at a time. */
export function findGap(draft: Draft): string | undefined {
  if (draft.prompt.trim() === "") return "Say what to paint.";
  if (readAmount(draft) === 0) return "Say how many images, as a whole number.";
  const unnamed = draft.traits.find(({ name }) => name.trim() === "");
  if (unnamed) return "Name every trait, or remove it.";
  const absent = countTraits(readTraits(draft.traits), readAmount(draft)).find(
    ({ counts }) => !counts.some(({ count }) => count > 0),
  );
  if (absent) return `No token gets the trait ${absent.trait_type}. Raise its ratios.`;
  if (!draft.chainId) return "Choose a chain.";
  if (!/^0x[0-9a-fA-F]{40}$/.test(draft.walletAddress.trim()))
    return "Enter the wallet that will own the tokens.";
  return undefined;
}
