import { shift } from "../colour.ts";
import { mass, type Node, patch } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { HairCut } from "../lexicon/hair.ts";
import { ellipse, mirrored, type Point, ribbon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

const cuts = [
  "bob",
  "long",
  "short",
  "afro",
  "bun",
  "swept",
  "curly",
  "braids",
] as const satisfies readonly HairCut[];

function chooseCut(kit: Kit, head: Anatomy): HairCut | undefined {
  if (!head.species.marks.includes("hair") || head.species.muzzle === "skull") return undefined;
  return head.species.isHuman ? (head.cut ?? kit.random.fork("hair").pick(cuts)) : "swept";
}

export function drawBackHair(kit: Kit, head: Anatomy): Node[] {
  const cut = chooseCut(kit, head);
  const { width: w, height: h } = head;
  const tone = shift(head.hair, { l: -0.05 });
  if (!head.species.isHuman) {
    return cut
      ? [
          mass(
            smooth(
              [
                [-10, -h * 1.15],
                [w * 0.5, -h * 1.05],
                [w * 1.05, -h * 0.3],
                [w * 1.15, h * 0.5],
                [w * 1.35, h * 1.3],
                [w * 0.8, h * 1.1],
                [w * 0.3, 0],
              ],
              0.9,
            ),
            tone,
          ),
        ]
      : [];
  }
  switch (cut) {
    case "long":
      return [
        mass(
          mirrored(
            [
              [0, -h * 1.16],
              [w * 0.8, -h * 0.98],
              [w * 1.2, -h * 0.2],
              [w * 1.22, h * 0.8],
              [w * 1.34, h * 1.7],
              [w * 0.6, h * 1.85],
              [0, h * 1.2],
            ],
            0.95,
          ),
          tone,
        ),
      ];
    case "bob":
      return [
        mass(
          mirrored(
            [
              [0, -h * 1.16],
              [w * 0.85, -h * 0.95],
              [w * 1.24, -h * 0.1],
              [w * 1.28, h * 0.75],
              [w * 0.8, h * 0.96],
              [0, h * 0.8],
            ],
            0.95,
          ),
          tone,
        ),
      ];
    case "afro":
      return [mass(cloud(0, -h * 0.42, w * 1.34, h * 1.12, 13), tone)];
    case "curly":
      return [mass(cloud(0, -h * 0.1, w * 1.16, h * 1.06, 12), tone)];
    case "bun":
      return [
        mass(ellipse(0, -h * 1.3, 38, 34), tone),
        mass(
          mirrored(
            [
              [0, -h * 1.12],
              [w * 0.85, -h * 0.85],
              [w * 1.06, 0],
              [w * 0.9, h * 0.3],
              [0, h * 0.2],
            ],
            0.95,
          ),
          tone,
        ),
      ];
    case "braids":
      return [1, -1].flatMap((side) =>
        [0, 1, 2, 3].map((step) =>
          mass(
            ellipse(side * w * (1.06 + step * 0.04), h * (0.2 + step * 0.36), 24 - step * 2.5, 22),
            step % 2 === 0 ? tone : shift(tone, { l: -0.04 }),
          ),
        ),
      );
    default:
      return [
        mass(
          mirrored(
            [
              [0, -h * 1.14],
              [w * 0.82, -h * 0.92],
              [w * 1.05, -h * 0.2],
              [w * 0.95, h * 0.25],
              [0, 0],
            ],
            0.95,
          ),
          tone,
        ),
      ];
  }
}

export function drawFrontHair(kit: Kit, head: Anatomy): Node[] {
  const cut = chooseCut(kit, head);
  if (!cut) return [];
  const { width: w, height: h, hair } = head;
  const random = kit.random.fork("fringe");
  const part = random.range(-0.35, 0.35);
  if (!head.species.isHuman)
    return [
      mass(
        ribbon(
          [
            [-6, -h * 1.08],
            [w * 0.22, -h * 0.72],
            [w * 0.12, -h * 0.3],
          ],
          [26, 24, 6],
        ),
        hair,
      ),
      patch(
        ribbon(
          [
            [4, -h * 1.02],
            [w * 0.2, -h * 0.7],
            [w * 0.12, -h * 0.42],
          ],
          [5, 6, 2],
        ),
        shift(hair, { l: 0.1 }),
      ),
    ];
  const fringe: Point[] = [
    [-w * 1.03, -h * 0.05],
    [-w * 1.06, -h * 0.62],
    [-w * 0.5, -h * 1.14],
    [w * 0.1, -h * 1.2],
    [w * 0.68, -h * 1.02],
    [w * 1.06, -h * 0.56],
    [w * 1.03, -h * 0.05],
    [w * 0.82, -h * 0.36],
    [w * (0.45 + part * 0.4), -h * 0.5],
    [w * part, -h * 0.62],
    [w * (part - 0.4), -h * 0.46],
    [-w * 0.84, -h * 0.32],
  ];
  const shine = patch(
    smooth(
      [
        [w * (part + 0.1), -h * 1.0],
        [w * (part + 0.45), -h * 0.9],
        [w * (part + 0.5), -h * 0.78],
        [w * (part + 0.12), -h * 0.86],
      ],
      1,
    ),
    shift(hair, { l: 0.1 }),
    0.6,
  );
  if (cut === "afro" || cut === "curly") return [mass(cloud(0, -h * 0.78, w * 0.92, h * 0.3, 8), hair)];
  return [mass(smooth(fringe, cut === "short" || cut === "swept" ? 0.55 : 0.9), hair), shine];
}

function cloud(x: number, y: number, rx: number, ry: number, count: number): string {
  const points = Array.from({ length: count * 2 }, (_, index): Point => {
    const angle = (index / (count * 2)) * Math.PI * 2;
    const reach = index % 2 === 0 ? 1.05 : 0.94;
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
  });
  return smooth(points, 1.1);
}
