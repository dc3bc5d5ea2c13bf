import { blend, shift } from "../colour.ts";
import { line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { materials } from "../materials.ts";
import { ellipse, polygon, puffs, ribbon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

/** Antlers, horns, crests and spikes, drawn behind the head. */
export function drawGrowth(kit: Kit, head: Anatomy): Node[] {
  const { width: w, height: h, coat } = head;
  const random = kit.random.fork("growth");
  const size = random.range(0.85, 1.2);
  const both = (nodes: Node[]) => [1, -1].map((side) => place(nodes, { isFlipped: side < 0 }));
  switch (head.species.growth) {
    case "antlers": {
      const bone = blend(materials.wood, materials.bone, 0.35);
      const tip = (x: number, y: number, dx: number, dy: number) =>
        mass(
          ribbon(
            [
              [x, y],
              [x + dx * 0.6, y + dy * 0.5],
              [x + dx, y + dy],
            ],
            [8, 6, 3],
          ),
          bone,
        );
      return both([
        mass(
          ribbon(
            [
              [w * 0.3, -h * 0.8],
              [w * 0.62, -h * 1.3 * size],
              [w * 0.66, -h * 1.75 * size],
              [w * 1.0, -h * 2.05 * size],
            ],
            [10, 10, 8, 4],
          ),
          bone,
        ),
        tip(w * 0.6, -h * 1.28 * size, 44, -18),
        tip(w * 0.66, -h * 1.6 * size, -26, -44),
        tip(w * 0.74, -h * 1.84 * size, 6, -50),
      ]);
    }
    case "horns":
      return both([
        mass(
          ribbon(
            [
              [w * 0.42, -h * 0.76],
              [w * 0.8, -h * 1.12 * size],
              [w * 0.74, -h * 1.55 * size],
            ],
            [17, 13, 4],
          ),
          materials.bone,
        ),
      ]);
    case "ramhorns":
      return both([
        mass(
          ribbon(
            [
              [w * 0.4, -h * 0.82],
              [w * 0.9, -h * 1.15],
              [w * 1.32 * size, -h * 0.75],
              [w * 1.3 * size, -h * 0.2],
              [w * 1.0, -h * 0.08],
            ],
            [18, 20, 17, 12, 4],
          ),
          blend(materials.bone, materials.wood, 0.35),
        ),
      ]);
    case "unicorn":
      return [
        mass(
          polygon([
            [-15, -h * 0.74],
            [15, -h * 0.74],
            [4, -h * 1.9 * size],
          ]),
          materials.gold,
        ),
        ...[0, 1, 2].map((step) =>
          line(
            `M${-12 + step * 4} ${-h * (0.95 + step * 0.24)}l${20 - step * 5} ${-9}`,
            shift(materials.gold, { l: -0.18 }),
            3.5,
          ),
        ),
      ];
    case "antennae":
      return both([
        line(
          `M${w * 0.24} ${-h * 0.85}Q${w * 0.2} ${-h * 1.3} ${w * 0.5} ${-h * 1.45 * size}`,
          shift(coat, { l: -0.12 }),
          8,
        ),
        mass(ellipse(w * 0.52, -h * 1.47 * size, 15), kit.palette.accent),
      ]);
    case "crest":
      return [0, 1, 2].map((step) =>
        mass(
          ribbon(
            [
              [0, -h * 0.8],
              [step * 22 - 26, -h * 1.2],
              [step * 46 - 34, -h * (1.42 - Math.abs(step - 1) * 0.1) * size],
            ],
            [10, 16, 6],
          ),
          step === 1 ? kit.palette.accent : shift(coat, { l: 0.06, h: 18 }),
        ),
      );
    case "spikes":
      return [-2, -1, 0, 1, 2].map((step) => {
        const angle = step * 0.36;
        const [x, y] = [Math.sin(angle) * w * 0.96, -Math.cos(angle) * h * 0.96];
        return place(
          [
            mass(
              smooth(
                [
                  [-18, 8],
                  [0, -42 * size],
                  [18, 8],
                ],
                0.4,
              ),
              kit.palette.accent,
            ),
          ],
          { x, y, turn: angle * 57 },
        );
      });
    default:
      return [];
  }
}

/** A mane or wool behind the face. */
export function drawMane(kit: Kit, head: Anatomy): Node[] {
  const random = kit.random.fork("mane");
  const { width: w, height: h } = head;
  if (head.species.marks.includes("mane")) {
    const tone = blend(shift(head.coat, { l: -0.2, c: 1.1, h: -18 }), kit.palette.accent, 0.12);
    const ring = (radius: number, count: number, offset: number) =>
      smooth(
        Array.from({ length: count * 2 }, (_, index) => {
          const angle = (index / (count * 2)) * Math.PI * 2 + offset;
          const reach = radius * (index % 2 === 0 ? random.range(1.06, 1.2) : 0.96);
          return [Math.cos(angle) * w * reach, Math.sin(angle) * h * reach + 6] as const;
        }),
        0.7,
      );
    return [mass(ring(1.52, 15, 0), shift(tone, { l: -0.06 })), patch(ring(1.26, 13, 0.2), tone)];
  }
  if (head.species.marks.includes("wool")) {
    return [
      mass(
        puffs(
          Array.from(
            { length: 9 },
            (_, index) =>
              [
                Math.cos(Math.PI + (index / 8) * Math.PI) * w * 0.92,
                -h * 0.3 + Math.sin(Math.PI + (index / 8) * Math.PI) * h * 0.8,
              ] as const,
          ),
        ),
        head.coat,
      ),
    ];
  }
  return [];
}
