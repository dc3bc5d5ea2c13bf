import { findPhrase, indexWords } from "./word-list.ts";

/** The feeling of a picture; it moves palette, light and faces. */
export type Mood =
  | "calm"
  | "joyful"
  | "dark"
  | "fierce"
  | "dreamy"
  | "sad"
  | "cosy"
  | "epic"
  | "mysterious"
  | "electric";

const index = indexWords<Mood>({
  calm: "calm peaceful serene quiet tranquil gentle zen chill relaxed soft content",
  joyful: "happy joyful cheerful fun playful bright sunny cute smiling excited silly party festive vibrant",
  dark: "dark gothic gloomy evil sinister haunted creepy spooky horror nightmare grim moody",
  fierce: "fierce angry furious rage wild battle aggressive raging burning fiery savage bold",
  dreamy: "dreamy dream pastel magical whimsical fairytale tale ethereal surreal enchanted lovely sweet",
  sad: "sad melancholy lonely blue-mood rainy crying tears lost somber nostalgic bored tired",
  cosy: "cosy cozy warm homely autumn fall hygge rustic vintage retro candlelit",
  epic: "epic heroic majestic grand legendary glorious royal golden mighty dramatic noble proud",
  mysterious: "mysterious mystic mystical secret arcane occult ancient foggy misty enigmatic cosmic",
  electric: "electric cyberpunk neon futuristic synthwave vaporwave digital glitch rave techno",
});

/** The mood that a text names. */
export function findMood(words: readonly string[]): Mood | undefined {
  return findPhrase(index, words);
}
