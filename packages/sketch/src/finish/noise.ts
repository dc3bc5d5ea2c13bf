/** Smooth noise, 0 to 1, from a hashed lattice. */
export type Noise = (x: number, y: number) => number;

/** Creates value noise for a seed. The 64 by 64 lattice repeats, but no image is large enough to show it. */
export function createNoise(seed: number): Noise {
  const lattice = new Float32Array(4096);
  let state = (seed ^ 0x9e3779b9) >>> 0;
  for (let index = 0; index < lattice.length; index += 1) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    lattice[index] = ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  }
  return (x, y) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - x0, y - y0];
    const [sx, sy] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
    const row = (y0 & 63) << 6;
    const below = ((y0 + 1) & 63) << 6;
    const [left, right] = [x0 & 63, (x0 + 1) & 63];
    const top = (lattice[row | left] ?? 0) * (1 - sx) + (lattice[row | right] ?? 0) * sx;
    const bottom = (lattice[below | left] ?? 0) * (1 - sx) + (lattice[below | right] ?? 0) * sx;
    return top * (1 - sy) + bottom * sy;
  };
}

/** Fast deterministic grain for a pixel, -0.5 to 0.5. */
export function grainAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296 - 0.5;
}
