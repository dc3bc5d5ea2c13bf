import { blend, shift } from "../colour.ts";
import { cutTo, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { ellipse, mirrored, polygon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Mark } from "./species.ts";

/** The markings on the face, clipped to its outline. */
export function drawMarks(head: Anatomy): Node[] {
  return [
    cutTo(
      head.outline,
      head.species.marks.flatMap((mark) => drawMark(mark, head)),
    ),
  ];
}

function drawMark(mark: Mark, head: Anatomy): Node[] {
  const { width: w, height: h, coat, second } = head;
  const dark = shift(coat, { l: -0.2, c: 0.95, h: -6 });
  const both = (nodes: Node[]) => [1, -1].map((side) => place(nodes, { isFlipped: side < 0 }));
  switch (mark) {
    case "mask":
      return both([
        patch(
          smooth(
            [
              [0, h * 0.12],
              [w * 0.3, h * 0.02],
              [w * 0.62, h * 0.12],
              [w * 1.25, h * 0.05],
              [w * 1.1, h * 0.9],
              [w * 0.3, h * 1.1],
              [0, h * 1.1],
            ],
            0.8,
          ),
          second,
        ),
      ]);
    case "tabby":
      return [
        patch(ellipse(0, h * 0.62, w * 0.5, h * 0.44), second),
        ...[-1, 0, 1].map((step) =>
          patch(
            polygon([
              [step * 24 - 7, -h * 1.05],
              [step * 24 + 7, -h * 1.05],
              [step * 19, -h * (step === 0 ? 0.42 : 0.54)],
            ]),
            dark,
          ),
        ),
        ...both(
          [0, 1].map((step) =>
            patch(
              polygon([
                [w * 1.15, h * (0.02 + step * 0.24)],
                [w * 1.15, h * (0.14 + step * 0.24)],
                [w * 0.7, h * (0.12 + step * 0.2)],
              ]),
              dark,
            ),
          ),
        ),
      ];
    case "tiger":
      return [
        patch(ellipse(0, h * 0.66, w * 0.62, h * 0.5), second),
        ...both([
          patch(ellipse(w * 0.46, -h * 0.36, 22, 13, 12), second),
          ...[0, 1, 2].map((step) =>
            patch(
              polygon([
                [w * 1.2, h * (-0.34 + step * 0.3)],
                [w * 1.2, h * (-0.18 + step * 0.3)],
                [w * (0.62 + step * 0.05), h * (-0.2 + step * 0.26)],
              ]),
              materials.black,
            ),
          ),
          patch(
            polygon([
              [w * 0.08, -h * 1.1],
              [w * 0.26, -h * 1.1],
              [w * 0.2, -h * 0.55],
            ]),
            materials.black,
          ),
        ]),
        patch(
          polygon([
            [-6, -h * 1.1],
            [6, -h * 1.1],
            [0, -h * 0.44],
          ]),
          materials.black,
        ),
      ];
    case "panda":
      return both([
        patch(ellipse(head.eyeX * 1.06, head.eyeY + 5, head.eyeSize * 1.62, head.eyeSize * 2, 28), second),
      ]);
    case "bandit":
      return [
        patch(
          mirrored(
            [
              [0, -h * 0.3],
              [w * 0.5, -h * 0.4],
              [w * 1.2, h * 0.12],
              [w * 1.1, h * 0.42],
              [w * 0.4, h * 0.26],
              [0, h * 0.06],
            ],
            0.8,
          ),
          shift(coat, { l: -0.3 }),
        ),
        ...both([
          patch(
            smooth(
              [
                [w * 0.2, -h * 0.42],
                [w * 0.62, -h * 0.46],
                [w * 0.98, -h * 0.1],
                [w * 0.6, -h * 0.32],
              ],
              0.8,
            ),
            second,
          ),
        ]),
        patch(ellipse(0, h * 0.66, w * 0.42, h * 0.36), second),
      ];
    case "blaze":
      return [
        patch(
          mirrored(
            [
              [0, -h * 1.1],
              [w * 0.16, -h * 0.9],
              [w * 0.14, -h * 0.2],
              [w * 0.45, h * 0.5],
              [w * 0.3, h * 1.1],
              [0, h * 1.1],
            ],
            0.8,
          ),
          second,
        ),
      ];
    case "facedisc":
      return both([
        patch(ellipse(head.eyeX * 0.98, head.eyeY, head.eyeSize * 1.72), second),
        patch(ellipse(head.eyeX * 0.98, head.eyeY, head.eyeSize * 1.36), blend(second, coat, 0.25)),
      ]);
    case "penguin":
      return [
        patch(
          mirrored(
            [
              [0, -h * 0.28],
              [w * 0.4, -h * 0.62],
              [w * 0.78, -h * 0.1],
              [w * 0.6, h * 0.66],
              [0, h * 1.1],
            ],
            0.9,
          ),
          second,
        ),
      ];
    case "spots":
      return both([
        patch(
          ellipse(w * 0.72, -h * 0.42, 34, 42, 20),
          coat.l > 0.85 ? shift(materials.darkWood, { l: -0.08 }) : second,
          coat.l > 0.85 ? 1 : 0,
        ),
      ]);
    default:
      return [];
  }
}

export function drawBlush(head: Anatomy): Node[] {
  if (head.species.muzzle === "skull" || head.species.muzzle === "beak") return [];
  const tone = blend(head.coat, materials.blush, 0.7);
  return [1, -1].map((side) =>
    patch(ellipse(side * head.width * 0.62, head.eyeY + head.eyeSize + 16, 17, 10), tone, 0.55),
  );
}
