import { blend, shift, type Tone, tone } from "../colour.ts";
import type { Node } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { ClothesName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { formalClothes } from "./clothes-formal.ts";
import { streetClothes } from "./clothes-street.ts";
import { tradeClothes } from "./clothes-trade.ts";
import { type DrawGarment, measure, type Torso } from "./garment.ts";

const garments: Readonly<Record<ClothesName, DrawGarment>> = {
  ...streetClothes,
  ...formalClothes,
  ...tradeClothes,
};

const ownCloth: Partial<Record<ClothesName, Tone>> = {
  armor: materials.steel,
  spacesuit: materials.white,
  labcoat: materials.white,
  suit: tone(0.34, 0.04, 265),
  overalls: tone(0.5, 0.1, 255),
  jacket: tone(0.34, 0.03, 40),
};

/** The default colour of clothes. */
export function pickCloth(kit: Kit): Tone {
  const { accent, near, main } = kit.palette;
  return kit.random
    .fork("cloth")
    .pick([
      accent,
      shift(accent, { h: 30, l: -0.05 }),
      shift(near, { l: 0.12, c: 1.3 }),
      blend(accent, near, 0.5),
      shift(main, { h: 180, l: -0.08 }),
      tone(0.36, 0.05, near.h),
      materials.cream,
    ]);
}

export function drawClothes(kit: Kit, torso: Torso, name: ClothesName, colour: Tone | undefined): Node[] {
  return garments[name](measure(kit, torso, colour ?? ownCloth[name] ?? pickCloth(kit), colour));
}

/** The colour of the sleeves of these clothes. */
export function findSleeve(kit: Kit, name: ClothesName, colour: Tone | undefined): Tone {
  if (name === "vest") return materials.cream;
  if (name === "overalls" || name === "apron") {
    return colour
      ? materials.cream
      : blend(kit.palette.accent, materials.white, name === "overalls" ? 0.5 : 0.15);
  }
  return colour ?? ownCloth[name] ?? pickCloth(kit);
}
