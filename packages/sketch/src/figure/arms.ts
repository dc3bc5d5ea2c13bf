import { blend, shift } from "../colour.ts";
import { line, mass, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { ellipse, type Point, ribbon } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Framing } from "./body.ts";
import type { Torso } from "./garment.ts";

export function drawArm(
  head: Anatomy,
  torso: Torso,
  framing: Framing,
  side: number,
  hand: Point,
  sleeve: Anatomy["coat"],
): Node {
  const thick = framing === "bust" ? 34 : 22;
  const shoulder: Point =
    framing === "bust"
      ? [side * torso.half * 1.24, torso.top + 150]
      : [side * torso.half * 0.74, torso.top + 36];
  const elbow: Point =
    framing === "bust"
      ? [side * torso.half * 1.62, hand[1] + 128]
      : [side * Math.max(Math.abs(hand[0]), torso.half * 1.15), (shoulder[1] + hand[1]) / 2 + 16];
  const start: Point = framing === "bust" ? [side * torso.half * 1.2, 480] : shoulder;
  const limb = ribbon([start, elbow, hand], [thick * 1.2, thick * 1.06, thick * 0.86]);
  const cloth = head.species.isBird ? shift(head.coat, { l: -0.05 }) : sleeve;
  if (framing === "full") return mass(limb, cloth);
  // A cast shadow separates the arm from the body, because both have the same cloth.
  return place(
    [
      place([patch(limb, shift(cloth, { l: -0.16 }), 0.55)], { x: -side * 12, y: 6 }),
      mass(limb, shift(cloth, { l: 0.035 })),
      line(
        `M${hand[0] - 26} ${hand[1] + 44}Q${hand[0]} ${hand[1] + 54} ${hand[0] + 26} ${hand[1] + 40}`,
        shift(cloth, { l: -0.12 }),
        7,
        0.8,
      ),
    ],
    {},
  );
}

export function drawHand(head: Anatomy, [x, y]: Point, framing: Framing): Node[] {
  const r = framing === "bust" ? 33 : 22;
  const skin = head.species.isBird
    ? shift(head.coat, { l: -0.03 })
    : head.species.isHuman
      ? head.coat
      : shift(head.coat, { l: -0.02 });
  return [
    mass(ellipse(x, y + r * 0.1, r, r * 0.84), shift(skin, { l: -0.04 })),
    ...[-1, 0, 1].map((step) =>
      mass(ellipse(x + step * r * 0.6, y + Math.abs(step) * r * 0.12, r * 0.34, r * 0.6, step * 8), skin),
    ),
  ];
}

/** A raised paw or hand with its palm to the viewer. */
export function drawOpenHand(head: Anatomy): Node[] {
  const skin = head.species.isBird ? shift(head.coat, { l: -0.03 }) : head.coat;
  const pad = head.species.isHuman ? shift(skin, { l: 0.03 }) : blend(skin, materials.blush, 0.55);
  const fingers = [-1.5, -0.5, 0.5, 1.5].map((step) =>
    mass(ellipse(step * 15, -31 + Math.abs(step) * 5, 10, 16, step * 9), skin),
  );
  return [...fingers, mass(ellipse(0, 0, 33, 31), skin), patch(ellipse(0, 5, 16, 13), pad)];
}
