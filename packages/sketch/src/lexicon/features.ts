import { indexWords } from "./word-list.ts";
import words from "./words/features.json" with { type: "json" };

/** Every drawable value of the rig's named layers. */
export const features = {
  hat: indexWords(words.hat),
  eyes: indexWords(words.eyes),
  mouth: indexWords(words.mouth),
  clothes: indexWords(words.clothes),
  held: indexWords(words.held),
  aura: indexWords(words.aura),
  accessory: indexWords(words.accessory),
};

/** Headwear. */
export type HatName = keyof typeof words.hat;
/** Eyes and eyewear. */
export type EyesName = keyof typeof words.eyes;
/** Mouths and what is in or on them. */
export type MouthName = keyof typeof words.mouth;
/** Clothing. */
export type ClothesName = keyof typeof words.clothes;
/** Things in the hand. */
export type HeldName = keyof typeof words.held;
/** Light and matter around the subject. */
export type AuraName = keyof typeof words.aura;
/** Small additions to the figure. */
export type AccessoryName = keyof typeof words.accessory;
