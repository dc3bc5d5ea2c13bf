import type { HatName } from "../lexicon/features.ts";
import type { Anatomy } from "./anatomy.ts";

const hatRise: Partial<Record<HatName | "none", number>> = {
  wizard: 240,
  party: 180,
  tophat: 150,
  helmet: 165,
  halo: 120,
  horns: 140,
  antenna: 145,
  crown: 115,
  chef: 168,
  viking: 125,
  spacehelmet: 110,
  mohawk: 140,
  bunnyears: 155,
  feather: 150,
  mushroom: 132,
  beanie: 145,
  cowboy: 116,
  hood: 142,
  santa: 132,
};

/** How far head, ears, growths and hat rise above the centre of the head. */
export function reachUp(head: Anatomy, hat: HatName | "none" | undefined, isRobot: boolean): number {
  const { height: h } = head;
  const ears = { long: 2.3, pointed: 1.75, tufted: 1.75 }[head.species.ears as string] ?? 1.2;
  const growth =
    { antlers: 2.3, unicorn: 2.1, horns: 1.7, antennae: 1.7, crest: 1.6, spikes: 1.4 }[
      head.species.growth as string
    ] ?? 1;
  const worn = hat && hat !== "none" ? h * 0.56 + (hatRise[hat] ?? 110) : 0;
  return Math.max(h * ears, h * growth, worn, isRobot ? h + 90 : 0);
}
