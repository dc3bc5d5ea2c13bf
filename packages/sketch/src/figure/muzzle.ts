import { blend, shift, tone } from "../colour.ts";
import { flat, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { materials } from "../materials.ts";
import { ellipse, mirrored, ribbon, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

const both = (nodes: Node[]) => [1, -1].map((side) => place(nodes, { isFlipped: side < 0 }));

function noseTip(y: number, rx: number, ry: number, colour = tone(0.26, 0.03, 20)): Node[] {
  return [
    mass(
      mirrored(
        [
          [0, y - ry],
          [rx * 0.8, y - ry * 0.8],
          [rx, y - ry * 0.2],
          [rx * 0.4, y + ry * 0.7],
          [0, y + ry],
        ],
        0.9,
      ),
      colour,
    ),
    flat(ellipse(-rx * 0.35, y - ry * 0.45, rx * 0.28, ry * 0.2), materials.white, 0.7),
  ];
}

/** Snout, beak, trunk or nose; the mouth is drawn after it. */
export function drawMuzzle(kit: Kit, head: Anatomy): Node[] {
  const { width: w, height: h, coat, second, ink } = head;
  const random = kit.random.fork("muzzle");
  const size = random.range(0.92, 1.1);
  const beak = blend(tone(0.76, 0.16, 66), kit.palette.accent, random.pick([0, 0, 0.25]));
  switch (head.species.muzzle) {
    case "snout":
      return noseTip(h * 0.36, 17 * size, 13 * size);
    case "short":
      return [
        ...both([
          patch(
            ellipse(w * 0.15, h * 0.46, w * 0.2 * size, h * 0.19),
            blend(second, coat, head.species.marks.includes("panda") ? 1 : 0),
          ),
        ]),
        ...noseTip(
          h * 0.28,
          11 * size,
          8.5 * size,
          head.species.marks.includes("panda") ? ink : tone(0.55, 0.12, 15),
        ),
        ...both(
          [0, 1].map((step) =>
            line(
              `M${w * 0.4} ${h * (0.4 + step * 0.13)}q${w * 0.3} ${-8 + step * 10} ${w * 0.58} ${-4 + step * 14}`,
              blend(ink, second, 0.2),
              2.6,
              0.75,
            ),
          ),
        ),
      ];
    case "broad":
      return [
        mass(ellipse(0, h * 0.46, w * 0.44 * size, h * 0.36 * size), second),
        ...noseTip(h * 0.26, 20 * size, 14 * size),
      ];
    case "long":
      return [
        mass(
          mirrored(
            [
              [0, h * 0.1],
              [w * 0.42, h * 0.22],
              [w * 0.56 * size, h * 0.62],
              [w * 0.36, h * 0.98],
              [0, h * 1.06],
            ],
            1,
          ),
          second,
        ),
        ...both([flat(ellipse(w * 0.22, h * 0.4, 7, 9, 20), shift(second, { l: -0.36 }))]),
      ];
    case "ape":
      return head.species.ears === "big"
        ? [
            mass(ellipse(0, h * 0.22, 21 * size, 30 * size), tone(0.34, 0.025, 280)),
            flat(ellipse(-6, h * 0.06, 6, 8), materials.white, 0.35),
          ]
        : [
            ...both([patch(ellipse(w * 0.34, -h * 0.06, w * 0.38, h * 0.36), second)]),
            mass(ellipse(0, h * 0.5, w * 0.62 * size, h * 0.42), second),
            ...both([flat(ellipse(9, h * 0.26, 5, 4, -20), shift(second, { l: -0.34 }))]),
          ];
    case "pig":
      return [
        mass(ellipse(0, h * 0.3, 36 * size, 26 * size), shift(coat, { l: -0.06, c: 1.2 })),
        ...both([flat(ellipse(12, h * 0.3, 6.5, 10), shift(coat, { l: -0.3, c: 1.1 }))]),
      ];
    case "beak":
      return [
        mass(
          mirrored(
            [
              [0, head.eyeY + 8],
              [17 * size, head.eyeY + 20],
              [20 * size, head.eyeY + 30],
              [0, head.eyeY + 62 * size],
            ],
            0.55,
          ),
          beak,
        ),
        line(
          `M${-17 * size} ${head.eyeY + 33}q${17 * size} 11 ${34 * size} 0`,
          shift(beak, { l: -0.2 }),
          3.5,
        ),
      ];
    case "bill":
      return [
        mass(
          smooth(
            [
              [-48 * size, h * 0.4],
              [-24, h * 0.22],
              [0, h * 0.28],
              [24, h * 0.22],
              [48 * size, h * 0.4],
              [30, h * 0.6],
              [0, h * 0.64],
              [-30, h * 0.6],
            ],
            1,
          ),
          beak,
        ),
        line(`M${-44 * size} ${h * 0.42}q${44 * size} 20 ${88 * size} 0`, shift(beak, { l: -0.2 }), 4),
        ...both([flat(ellipse(9, h * 0.31, 3, 4), shift(beak, { l: -0.26 }))]),
      ];
    case "trunk":
      return [
        mass(
          ribbon(
            [
              [0, h * 0.1],
              [0, h * 0.62],
              [-w * 0.08, h * 1.12],
              [-w * 0.4, h * 1.42],
              [-w * 0.72, h * 1.24],
            ],
            [27, 25, 22, 19, 15],
          ),
          shift(coat, { l: 0.02 }),
        ),
        ...[0, 1, 2].map((step) =>
          line(`M${-20 + step * 0} ${h * (0.44 + step * 0.22)}q20 9 38 0`, shift(coat, { l: -0.12 }), 3.5),
        ),
      ];
    case "nose":
      return [
        line(
          `M0 ${h * 0.06}q${9 * size * kit.lightSide} ${h * 0.16} ${-2 * kit.lightSide} ${h * 0.19}`,
          shift(coat, { l: -0.15, c: 1.2 }),
          5,
        ),
        patch(ellipse(0, h * 0.27, 11 * size, 6), blend(coat, materials.blush, 0.35), 0.6),
      ];
    case "frog":
      return both([flat(ellipse(9, h * 0.02, 3.5, 4.5), shift(coat, { l: -0.28 }))]);
    case "skull":
      return [
        flat(
          mirrored(
            [
              [0, h * 0.18],
              [11, h * 0.38],
              [4, h * 0.42],
              [0, h * 0.36],
            ],
            0.5,
          ),
          tone(0.24, 0.02, 280),
        ),
      ];
    default:
      return [];
  }
}

export function findMouthY(head: Anatomy): number {
  const { height: h } = head;
  switch (head.species.muzzle) {
    case "broad":
      return h * 0.53;
    case "short":
      return h * 0.42;
    case "snout":
      return h * 0.56;
    case "ape":
      return head.species.ears === "big" ? h * 0.7 : h * 0.58;
    case "pig":
      return h * 0.68;
    case "long":
      return h * 0.78;
    case "frog":
      return h * 0.36;
    case "skull":
      return h * 0.72;
    default:
      return h * 0.52;
  }
}
