/** Hashes a text to 32 bits (FNV-1a with a final avalanche). */
export function hashText(text: string, basis = 0x811c9dc5): number {
  let hash = basis >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a generator of numbers from 0 to 1 (sfc32), seeded by a text. */
export function createNumberStream(label: string): () => number {
  let a = hashText(label, 0x9e3779b9);
  let b = hashText(label, 0x243f6a88);
  let c = hashText(label, 0xb7e15162);
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

export function shuffle<Item>(items: Item[], next: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
}
