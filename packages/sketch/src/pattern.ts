import { findPhrase, indexWords } from "./lexicon/word-list.ts";

/** A marking over the whole coat. */
export type Pattern = "spots" | "stripes" | "stars" | "rainbow" | "patches" | "metal" | "scales" | "zombie";

const index = indexWords<Pattern>({
  spots: "spots spotted dots dotted leopard cheetah polka dalmatian",
  stripes: "stripes striped tiger zebra tabby",
  stars: "stars galaxy cosmic starry space nebula",
  rainbow: "rainbow holographic iridescent psychedelic trippy prismatic",
  patches: "patches patched calico cow patchwork camo camouflage",
  metal: "metal metallic robot chrome cyborg steel mech",
  scales: "scales scaly reptile dragon",
  zombie: "zombie undead rotten stitched frankenstein",
});

/** The pattern that a text names. */
export function findPattern(words: readonly string[]): Pattern | undefined {
  return findPhrase(index, words);
}
