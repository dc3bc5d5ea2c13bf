import { blend, shift } from "../colour.ts";
import { mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { materials } from "../materials.ts";
import { ellipse, type Point, ribbon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

/** Both ears, drawn behind the head. */
export function drawEars(kit: Kit, head: Anatomy): Node[] {
  const random = kit.random.fork("ears");
  const size = random.range(0.92, 1.14);
  const lean = random.range(-7, 7);
  return [1, -1].flatMap((side) => {
    const droop = random.range(-4, 4);
    return drawEar(head, size).map((group) =>
      place([group], { isFlipped: side < 0, turn: (lean * side + droop) * 0.5 }),
    );
  });
}

function drawEar(head: Anatomy, size: number): Node[] {
  const { width: w, height: h, coat } = head;
  const inner = blend(coat, materials.blush, 0.5);
  const dark = shift(coat, { l: -0.16, c: 0.9 });
  const cone = (spread: number, rise: number): Point[] => [
    [w * 0.2, -h * 0.8],
    [w * (0.52 + spread), -h * rise * size],
    [w * (0.72 + spread), -h * rise * size * 0.98],
    [w * 0.98, -h * 0.25],
  ];
  switch (head.species.ears) {
    case "pointed":
      return [
        mass(smooth(cone(0.14, 1.62), 0.55), coat),
        patch(
          smooth(
            [
              [w * 0.4, -h * 0.82],
              [w * 0.72, -h * 1.42 * size],
              [w * 0.88, -h * 0.5],
            ],
            0.55,
          ),
          inner,
        ),
      ];
    case "tufted":
      return [
        mass(
          smooth(
            [
              [w * 0.16, -h * 0.82],
              [w * 0.62, -h * 1.52 * size],
              [w * 0.82, -h * 1.62 * size],
              [w * 0.94, -h * 0.3],
            ],
            0.4,
          ),
          dark,
        ),
        patch(
          smooth(
            [
              [w * 0.42, -h * 0.8],
              [w * 0.72, -h * 1.32 * size],
              [w * 0.84, -h * 0.55],
            ],
            0.4,
          ),
          inner,
        ),
      ];
    case "round":
      return [
        mass(ellipse(w * 0.72, -h * 0.78, 37 * size), coat),
        patch(ellipse(w * 0.73, -h * 0.77, 22 * size), inner),
      ];
    case "big":
      return [
        mass(ellipse(w * 0.98, -h * 0.52, 58 * size, 54 * size), coat),
        patch(ellipse(w * 1.0, -h * 0.5, 39 * size, 36 * size), inner),
      ];
    case "long":
      return [
        mass(
          ribbon(
            [
              [w * 0.36, -h * 0.7],
              [w * 0.46, -h * 1.4 * size],
              [w * 0.6, -h * 2.15 * size],
            ],
            [20, 30, 16],
          ),
          coat,
        ),
        patch(
          ribbon(
            [
              [w * 0.4, -h * 0.85],
              [w * 0.48, -h * 1.4 * size],
              [w * 0.58, -h * 1.98 * size],
            ],
            [9, 16, 7],
          ),
          inner,
        ),
      ];
    case "side":
      return [
        mass(
          ribbon(
            [
              [w * 0.7, -h * 0.42],
              [w * 1.18, -h * 0.5],
              [w * 1.5 * size, -h * 0.3],
            ],
            [20, 27, 8],
          ),
          coat,
        ),
        patch(
          ribbon(
            [
              [w * 0.9, -h * 0.42],
              [w * 1.18, -h * 0.46],
              [w * 1.42 * size, -h * 0.31],
            ],
            [9, 14, 4],
          ),
          inner,
        ),
      ];
    case "small":
      return [
        mass(
          smooth(
            [
              [w * 0.3, -h * 0.86],
              [w * 0.62, -h * 1.34 * size],
              [w * 0.84, -h * 0.6],
            ],
            0.7,
          ),
          coat,
        ),
        patch(
          smooth(
            [
              [w * 0.46, -h * 0.88],
              [w * 0.62, -h * 1.2 * size],
              [w * 0.74, -h * 0.68],
            ],
            0.7,
          ),
          inner,
        ),
      ];
    case "fins":
      return [
        mass(
          smooth(
            [
              [w * 0.85, -h * 0.35],
              [w * 1.5 * size, -h * 0.75],
              [w * 1.32, -h * 0.32],
              [w * 1.46 * size, -h * 0.02],
              [w * 0.9, h * 0.14],
            ],
            0.35,
          ),
          shift(coat, { l: -0.08, h: -30 }),
        ),
      ];
    case "human":
      return [
        mass(ellipse(w * 0.97, h * 0.06, 16, 22), coat),
        patch(ellipse(w * 1.0, h * 0.06, 8, 12), shift(coat, { l: -0.1 })),
      ];
    case "elf":
      return [
        mass(
          smooth(
            [
              [w * 0.88, -h * 0.06],
              [w * 1.62 * size, -h * 0.36],
              [w * 1.2, h * 0.16],
              [w * 0.9, h * 0.26],
            ],
            0.6,
          ),
          coat,
        ),
      ];
    default:
      return [];
  }
}

/** Hanging ears, drawn in front of the face. */
export function drawFloppyEars(kit: Kit, head: Anatomy): Node[] {
  if (head.species.ears !== "floppy") return [];
  const { width: w, height: h } = head;
  const random = kit.random.fork("floppy");
  const dark = shift(head.coat, { l: -0.13, c: 1.05, h: -8 });
  const length = random.range(0.45, 0.8);
  return [1, -1].map((side) =>
    place(
      [
        mass(
          smooth(
            [
              [w * 0.46, -h * 0.88],
              [w * 0.98, -h * 0.78],
              [w * 1.24, -h * 0.1],
              [w * 1.16, h * length],
              [w * 0.9, h * length * 0.8],
              [w * 0.86, -h * 0.1],
            ],
            0.9,
          ),
          dark,
        ),
      ],
      { isFlipped: side < 0 },
    ),
  );
}
