import { blend, shift, type Tone, tone } from "../colour.ts";
import { cutTo, flat, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { AccessoryName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import { drawClothes } from "./clothes.ts";
import type { Torso } from "./garment.ts";
import { bloom } from "./hats.ts";

/** Accessories in front of body and face. */
export function drawAccessory(
  kit: Kit,
  head: Anatomy,
  torso: Torso,
  name: AccessoryName,
  colour: Tone | undefined,
): Node[] {
  const { width: w, height: h } = head;
  const y = torso.top;
  const side = kit.lightSide;
  const metal = colour ?? materials.gold;
  switch (name) {
    case "earring":
      return [
        line(ellipse(side * w * 1.02, h * 0.42, 15), metal, 7),
        line(ellipse(-side * w * 1.02, h * 0.42, 15), metal, 7),
      ];
    case "necklace":
      return [
        line(`M${-torso.half * 0.5} ${y + 2}Q0 ${y + 118} ${torso.half * 0.5} ${y + 2}`, metal, 9),
        mass(
          polygon([
            [0, y + 44],
            [24, y + 72],
            [0, y + 104],
            [-24, y + 72],
          ]),
          colour ? shift(colour, { l: 0.08 }) : kit.palette.accent,
        ),
        line(
          polygon([
            [0, y + 44],
            [24, y + 72],
            [0, y + 104],
            [-24, y + 72],
          ]),
          metal,
          5,
        ),
      ];
    case "collar":
      return [
        mass(
          smooth(
            [
              [-torso.half * 0.6, y - 14],
              [0, y + 6],
              [torso.half * 0.6, y - 14],
              [torso.half * 0.62, y + 10],
              [0, y + 32],
              [-torso.half * 0.62, y + 10],
            ],
            0.8,
          ),
          colour ?? materials.red,
        ),
        mass(ellipse(0, y + 36, 19), materials.gold),
        line(`M-12 ${y + 40}h24`, materials.darkWood, 4),
      ];
    case "scarf":
    case "bowtie":
    case "cape":
      return drawClothes(kit, torso, name, colour ?? kit.palette.accent);
    case "tie":
      return [
        mass(
          polygon([
            [-14, y + 2],
            [14, y + 2],
            [9, y + 24],
            [22, y + 118],
            [0, y + 142],
            [-22, y + 118],
            [-9, y + 24],
          ]),
          colour ?? kit.palette.accent,
        ),
      ];
    case "scar":
      return [
        line(
          `M${side * w * 0.3} ${head.eyeY - 40}L${side * w * 0.52} ${head.eyeY + 54}`,
          colour ?? tone(0.55, 0.14, 20),
          7,
        ),
        ...[0, 1, 2].map((step) =>
          line(
            `M${side * (w * 0.3 + step * 9) - 11} ${head.eyeY - 22 + step * 30}l22 -5`,
            colour ?? tone(0.55, 0.14, 20),
            4.5,
          ),
        ),
      ];
    case "freckles":
      return [-1, 1].flatMap((half) =>
        [
          [0.44, 0.26],
          [0.56, 0.34],
          [0.66, 0.24],
          [0.52, 0.18],
        ].map(([px = 0, py = 0]) =>
          flat(ellipse(half * w * px, h * py + 6, 4.5), colour ?? shift(head.coat, { l: -0.2, c: 1.3 })),
        ),
      );
    case "facepaint":
      return [-1, 1].flatMap((half) =>
        [0, 1].map((step) =>
          patch(
            smooth(
              [
                [half * w * 0.3, h * (0.14 + step * 0.17)],
                [half * w * 0.82, h * (0.04 + step * 0.17)],
                [half * w * 0.8, h * (0.13 + step * 0.17)],
                [half * w * 0.32, h * (0.23 + step * 0.17)],
              ],
              0.4,
            ),
            colour ?? kit.palette.accent,
          ),
        ),
      );
    case "bandage":
      return [
        place(
          [
            mass(box(-34, -12, 68, 24, 12), colour ?? tone(0.84, 0.06, 60)),
            patch(box(-13, -12, 26, 24), tone(0.92, 0.04, 70)),
          ],
          { x: side * w * 0.52, y: h * 0.28, turn: -18 * side },
        ),
      ];
    case "flower":
      return [place(bloom(colour ?? kit.palette.accent), { x: side * w * 0.84, y: -h * 0.5, scale: 1.25 })];
    case "bird":
      return [
        place(drawCompanion(kit, colour ?? kit.palette.accent), {
          x: -side * torso.half * 1.02,
          y: y + 22,
          isFlipped: side < 0,
        }),
      ];
    default:
      return [];
  }
}

/** Accessories behind the figure. */
export function drawBackAccessory(
  kit: Kit,
  torso: Torso,
  name: AccessoryName,
  colour: Tone | undefined,
): Node[] {
  if (name !== "backpack") return [];
  const bag = colour ?? kit.palette.accent;
  return [
    mass(box(-torso.half * 1.36, torso.top - 4, torso.half * 2.72, 240, 60), bag),
    ...[-1, 1].map((side) =>
      mass(box(side * torso.half * 1.3 - 20, torso.top + 24, 40, 130, 20), shift(bag, { l: -0.1 })),
    ),
  ];
}

function drawCompanion(kit: Kit, plume: Tone): Node[] {
  const body = smooth("-34,4 -40,-40 -14,-76 22,-72 38,-36 24,2");
  return [
    mass(smooth("-28,-8 -70,30 -52,40 -14,8", 0.6), shift(plume, { l: -0.12 })),
    mass(body, plume),
    cutTo(body, [patch(ellipse(14, -8, 24, 26), blend(plume, materials.white, 0.6))]),
    mass(smooth("-26,-38 4,-36 -8,0 -34,0", 0.9), shift(plume, { l: -0.09 })),
    mass(polygon("32,-54 58,-44 32,-38"), materials.amber),
    flat(ellipse(18, -54, 7), materials.black),
    flat(ellipse(18 + kit.lightSide * 2, -56, 2.4), materials.white),
  ];
}
