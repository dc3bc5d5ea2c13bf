import { shift } from "../colour.ts";
import { mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { ribbon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Torso } from "./garment.ts";

export function drawWings(
  kit: Kit,
  torso: Torso,
  colour: Anatomy["coat"],
  isFeathered: boolean,
  scale: number,
): Node[] {
  const spread = kit.random.fork("wings").range(0.9, 1.15);
  const y = torso.top + 40;
  const dark = shift(colour, { l: -0.1 });
  const wing: Node[] = isFeathered
    ? [0, 1, 2, 3].map((step) =>
        mass(
          ribbon(
            [
              [40, y + step * 16],
              [130 * spread, y - 120 + step * 52],
              [(250 - step * 26) * spread, y - 130 + step * 72],
            ],
            [22, 36, 8],
          ),
          step % 2 === 0 ? colour : shift(colour, { l: -0.05 }),
        ),
      )
    : [
        mass(
          smooth(
            [
              [30, y],
              [120 * spread, y - 140],
              [256 * spread, y - 170],
              [230 * spread, y - 60],
              [190 * spread, y - 50],
              [170 * spread, y + 14],
              [124 * spread, y + 10],
              [96, y + 60],
            ],
            0.35,
          ),
          colour,
        ),
        patch(
          smooth(
            [
              [50, y],
              [120 * spread, y - 118],
              [228 * spread, y - 146],
              [140 * spread, y - 60],
            ],
            0.3,
          ),
          dark,
        ),
      ];
  return [-1, 1].map((side) => place(wing, { isFlipped: side < 0, scale }));
}
