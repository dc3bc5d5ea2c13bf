import { shift, type Tone, tone } from "../colour.ts";
import { flat, line, mass, type Node, patch } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { MouthName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { ellipse, mirrored, ribbon } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

/** What a mouth holds, and beards. */
export function drawAround(
  kit: Kit,
  head: Anatomy,
  name: MouthName | "none",
  colour: Tone | undefined,
  y: number,
): Node[] | undefined {
  const { width: w, height: h } = head;
  const side = kit.lightSide;
  const hair = colour ?? (head.species.isHuman ? head.hair : materials.white);
  switch (name) {
    case "pipe":
      return [
        line(`M${side * 10} ${y + 8}l${side * 46} 20`, colour ?? materials.darkWood, 9),
        mass(
          `M${side * 50} ${y + 4}h${side * 32}l${side * -3} 36q${side * -13} 12 ${side * -26} 0Z`,
          colour ?? materials.wood,
        ),
        ...[0, 1, 2].map((step) =>
          patch(
            ellipse(side * (68 + step * 12), y - 22 - step * 34, 9 + step * 5),
            materials.white,
            0.6 - step * 0.15,
          ),
        ),
      ];
    case "bubblegum":
      return [
        mass(ellipse(0, y + 26, 33), colour ?? tone(0.76, 0.15, 0)),
        flat(ellipse(side * 12, y + 13, 8, 6), materials.white, 0.85),
      ];
    case "moustache":
      return [
        mass(
          mirrored(
            [
              [0, y - 14],
              [w * 0.22, y - 17],
              [w * 0.42, y - 4],
              [w * 0.62, y - 16],
              [w * 0.5, y + 10],
              [w * 0.24, y + 10],
              [0, y - 2],
            ],
            0.9,
          ),
          hair,
        ),
      ];
    case "beard":
      return [
        mass(
          mirrored(
            [
              [0, y - 10],
              [w * 0.3, y - 14],
              [w * 0.7, y - 22],
              [w * 0.94, -h * 0.02],
              [w * 0.9, h * 0.75],
              [w * 0.5, h * 1.3],
              [0, h * 1.52],
            ],
            0.9,
          ),
          hair,
        ),
        mass(
          mirrored(
            [
              [0, y - 14],
              [w * 0.25, y - 17],
              [w * 0.5, y + 4],
              [w * 0.2, y + 8],
              [0, y],
            ],
            0.9,
          ),
          shift(hair, { l: 0.06 }),
        ),
        line(`M-13 ${y + 15}q13 9 26 0`, shift(hair, { l: -0.3 }), 5),
      ];
    case "rose":
      return [
        line(`M${-w * 0.4} ${y + 4}L${side * w * 0.62} ${y + 12}`, materials.leaf, 6),
        mass(ellipse(side * w * 0.7, y + 10, 21), colour ?? materials.red),
        line(
          `M${side * w * 0.7 - 9} ${y + 10}q9 -14 17 0q-6 10 -13 3`,
          shift(colour ?? materials.red, { l: -0.16 }),
          4,
        ),
      ];
    case "straw":
      return [
        line(`M${side * 6} ${y + 8}l${side * 76} 14`, tone(0.82, 0.12, 92), 6),
        mass(
          ribbon(
            [
              [side * 70, y + 20],
              [side * 92, y + 24],
              [side * 112, y + 22],
            ],
            [5, 10, 3],
          ),
          tone(0.82, 0.12, 92),
        ),
      ];
    case "mask":
      return [
        mass(
          mirrored(
            [
              [0, h * 0.1],
              [w * 0.5, h * 0.14],
              [w * 0.95, h * 0.02],
              [w * 0.82, h * 0.66],
              [w * 0.4, h * 0.96],
              [0, h * 1.04],
            ],
            0.85,
          ),
          colour ?? kit.palette.accent,
        ),
        line(
          `M${-w * 0.6} ${h * 0.42}Q0 ${h * 0.5} ${w * 0.6} ${h * 0.42}M${-w * 0.5} ${h * 0.62}Q0 ${h * 0.7} ${w * 0.5} ${h * 0.62}`,
          shift(colour ?? kit.palette.accent, { l: -0.12 }),
          4,
        ),
      ];
    default:
      return undefined;
  }
}
