import { distanceOf, meanTone, type Tone } from "./colour.ts";

const rounds = 8;
/** Tones closer than this look the same. */
const smallestStep = 0.035;

/** Clusters tones (k-means in OKLab), largest cluster first. */
export function groupTones(cells: readonly Tone[], most: number): { tones: Tone[]; groups: number[] } {
  let tones = chooseStart(cells, most);
  let groups = assign(cells, tones);
  for (let round = 0; round < rounds; round++) {
    tones = tones.map((tone, group) => {
      const members = cells.filter((_, index) => groups[index] === group);
      return members.length > 0 ? meanTone(members) : tone;
    });
    groups = assign(cells, tones);
  }
  const sizes = tones.map((_, group) => groups.filter((each) => each === group).length);
  const order = tones.map((_, group) => group).sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  return {
    tones: order.flatMap((group) => tones[group] ?? []),
    groups: groups.map((group) => order.indexOf(group)),
  };
}

/** Starts with the mean, then repeatedly adds the tone that is farthest from all chosen ones. */
function chooseStart(cells: readonly Tone[], most: number): Tone[] {
  const tones = [meanTone(cells)];
  while (tones.length < most) {
    const apart = cells.map((cell) => Math.min(...tones.map((tone) => distanceOf(cell, tone))));
    const farthest = apart.reduce(
      (best, distance, index) => (distance > (apart[best] ?? 0) ? index : best),
      0,
    );
    const next = cells[farthest];
    if (!next || (apart[farthest] ?? 0) < smallestStep) break;
    tones.push(next);
  }
  return tones;
}

function assign(cells: readonly Tone[], tones: readonly Tone[]): number[] {
  return cells.map((cell) => {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [group, tone] of tones.entries()) {
      const distance = distanceOf(cell, tone);
      if (distance < least) [nearest, least] = [group, distance];
    }
    return nearest;
  });
}
