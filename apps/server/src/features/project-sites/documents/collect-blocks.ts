import { type Block, maxTextCharacters } from "./document.ts";

/** Gathers text into blocks: white space folded, what a database cannot hold removed, the total bounded. */
export interface BlockCollector {
  blocks: Block[];
  readonly isFull: boolean;
  add(kind: Block["kind"], text: string, place?: string): void;
}

/** Creates an empty collector. */
export function createBlockCollector(): BlockCollector {
  const blocks: Block[] = [];
  let room = maxTextCharacters;
  return {
    blocks,
    get isFull() {
      return room <= 0;
    },
    add(kind, text, place) {
      const clean = cleanText(text).slice(0, Math.max(0, room)).toWellFormed();
      if (clean === "") return;
      room -= clean.length;
      blocks.push({ kind, text: clean, ...(place && { place }) });
    },
  };
}

/** Folds white space and removes soft hyphens, invisible characters and controls. */
export function cleanText(text: string): string {
  return (
    text
      // Invisible and direction-changing characters hide words from people, not from models.
      .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu, "")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim()
  );
}
