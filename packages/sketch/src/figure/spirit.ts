import { tone } from "../colour.ts";
import type { Kit } from "../kit.ts";
import { type Mark, plainSpecies, type Species } from "./species.ts";

/** Invents a species for prompts without a known noun. */
export function inventSpecies(kit: Kit): Species {
  const random = kit.random.fork("species");
  return {
    ...plainSpecies(kit.palette.main),
    second: tone(Math.min(0.94, kit.palette.main.l + 0.2), kit.palette.main.c * 0.5, kit.palette.main.h),
    width: random.range(88, 118),
    height: random.range(80, 108),
    jaw: random.range(0.5, 0.95),
    cheek: random.range(0.92, 1.06),
    ears: random.pick(["round", "fins", "small", "long", "side", "tufted", "none", "big"]),
    growth: random.pick(["none", "horns", "antennae", "ramhorns", "spikes", "crest", "antlers"]),
    muzzle: random.pick(["none", "short", "frog", "snout", "broad"]),
    marks: random.pick<readonly Mark[]>([[], ["mask"], ["blaze"], ["facedisc"]]),
    tail: random.pick(["bushy", "spiked", "curl", "puff", "tuft"]),
    eyeSize: random.range(20, 34),
    eyeGap: random.range(36, 48),
    eyeHeight: random.range(-14, 4),
    hasWings: random.chance(0.3),
  };
}
