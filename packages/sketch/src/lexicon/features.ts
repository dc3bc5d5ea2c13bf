import { indexWords } from "./word-list.ts";
import words from "./words/features.json" with { type: "json" };

/** Every drawable value of the figure's named layers. */
export const features = {
  hat: indexWords(words.hat),
  eyes: indexWords(words.eyes),
  mouth: indexWords(words.mouth),
  clothes: indexWords(words.clothes),
  held: indexWords(words.held),
  aura: indexWords(words.aura),
  accessory: indexWords(words.accessory),
};

export type HatName = keyof typeof words.hat;
export type EyesName = keyof typeof words.eyes;
export type MouthName = keyof typeof words.mouth;
export type ClothesName = keyof typeof words.clothes;
export type HeldName = keyof typeof words.held;
export type AuraName = keyof typeof words.aura;
export type AccessoryName = keyof typeof words.accessory;
