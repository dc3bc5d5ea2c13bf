import { blend, shift } from "../colour.ts";
import { cutTo, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { ellipse, ribbon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Torso } from "./garment.ts";

export function drawTail(kit: Kit, head: Anatomy, torso: Torso): Node[] {
  const random = kit.random.fork("tail");
  const side = random.pick([-1, 1]);
  const sway = random.range(0.85, 1.2);
  const { bottom: y } = torso;
  const { coat, second } = head;
  const tip = shift(coat, { l: -0.14 });
  const parts: Record<string, () => Node[]> = {
    bushy: () => {
      const d = ribbon(
        [
          [20, y - 30],
          [100 * sway, y - 10],
          [160 * sway, y - 80],
          [140 * sway, y - 168],
          [108 * sway, y - 206],
        ],
        [14, 32, 46, 38, 8],
      );
      return [mass(d, coat), cutTo(d, [patch(ellipse(116 * sway, y - 200, 66, 56), second)])];
    },
    thin: () => [
      mass(
        ribbon(
          [
            [20, y - 24],
            [110, y - 6],
            [154 * sway, y - 70],
            [124 * sway, y - 136],
          ],
          [10, 11, 11, 9],
        ),
        coat,
      ),
    ],
    curl: () => [
      mass(
        ribbon(
          [
            [20, y - 30],
            [104, y - 30],
            [140 * sway, y - 92],
            [104 * sway, y - 124],
            [84 * sway, y - 96],
          ],
          [11, 13, 13, 11, 7],
        ),
        coat,
      ),
    ],
    tuft: () => [
      mass(
        ribbon(
          [
            [20, y - 24],
            [110, y - 6],
            [160 * sway, y - 80],
          ],
          [8, 8, 7],
        ),
        coat,
      ),
      mass(ellipse(162 * sway, y - 104, 25, 36, 12), tip),
    ],
    puff: () => [mass(ellipse(78, y - 40, 30), blend(coat, second, 0.5))],
    feather: () =>
      [0, 1, 2].map((step) =>
        mass(
          ribbon(
            [
              [30, y - 40],
              [90, y - 40 + step * 16],
              [140 * sway, y - 64 + step * 30],
            ],
            [12, 18, 8],
          ),
          shift(coat, { l: -0.04 * step }),
        ),
      ),
    horse: () => [
      mass(
        ribbon(
          [
            [30, y - 70],
            [110, y - 90],
            [150 * sway, y - 30],
            [166 * sway, y + 20],
          ],
          [10, 24, 26, 5],
        ),
        head.hair,
      ),
    ],
    spiked: () => [
      ...[0, 1, 2].map((step) =>
        mass(
          smooth(
            [
              [80 + step * 36, y - 26 - step * 22],
              [102 + step * 36, y - 72 - step * 22],
              [112 + step * 34, y - 30 - step * 24],
            ],
            0.4,
          ),
          kit.palette.accent,
        ),
      ),
      mass(
        ribbon(
          [
            [10, y - 34],
            [90, y - 4],
            [160 * sway, y - 40],
            [196 * sway, y - 110],
          ],
          [30, 26, 17, 4],
        ),
        coat,
      ),
    ],
  };
  return [place(parts[head.species.tail]?.() ?? [], { isFlipped: side < 0 })];
}
