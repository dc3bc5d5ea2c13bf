import { blend, shift, type Tone, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { EyesName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse, star } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import { drawEyewear } from "./eyewear.ts";

/** Both eyes with brows and eyewear. */
export function drawEyes(kit: Kit, head: Anatomy, name: EyesName | "none", colour: Tone | undefined): Node[] {
  const iris = colour ?? head.iris;
  const sides = [-1, 1] as const;
  const bulges =
    head.species.muzzle === "frog" && head.eyeY < -40
      ? sides.map((side) => mass(ellipse(side * head.eyeX, head.eyeY + 2, head.eyeSize * 1.34), head.coat))
      : [];
  const sockets =
    head.species.muzzle === "skull"
      ? sides.map((side) =>
          flat(
            ellipse(side * head.eyeX, head.eyeY, head.eyeSize * 1.12, head.eyeSize * 1.2),
            tone(0.22, 0.02, 280),
          ),
        )
      : [];
  if (name === "cyclops")
    return [...bulges, ...roundEye(kit, { ...head, eyeSize: head.eyeSize * 1.5 }, 0, iris, 1)];
  const eyes = sides.flatMap((side) => drawEye(kit, head, name, side, iris));
  return [...bulges, ...sockets, ...eyes, ...drawBrows(head, name), ...drawEyewear(kit, head, name, colour)];
}

function drawEye(kit: Kit, head: Anatomy, name: EyesName | "none", side: -1 | 1, iris: Tone): Node[] {
  const x = side * head.eyeX;
  const { eyeY: y, eyeSize: r, ink } = head;
  const arc = (bend: number) =>
    line(`M${x - r} ${y + bend * 0.3}Q${x} ${y - bend} ${x + r} ${y + bend * 0.3}`, ink, 7);
  switch (name) {
    case "sleepy":
      return [...roundEye(kit, head, x, iris, 0.9), ...lid(head, x, 0.52)];
    case "wide":
      return roundEye(kit, { ...head, eyeSize: r * 1.26 }, x, iris, 0.62);
    case "wink":
      return side === kit.lightSide ? [arc(r * 0.8)] : roundEye(kit, head, x, iris, 1);
    case "happy":
      return [arc(r * 1.1)];
    case "closed":
      return [arc(-r * 0.9)];
    case "cross":
      return [
        line(
          `M${x - r * 0.7} ${y - r * 0.7}l${r * 1.4} ${r * 1.4}m0 ${-r * 1.4}l${-r * 1.4} ${r * 1.4}`,
          ink,
          8,
        ),
      ];
    case "star":
      return [
        patch(star(x, y, 5, r * 1.25, r * 0.58), colourOf(iris, materials.amber)),
        flat(ellipse(x - r * 0.25, y - r * 0.3, r * 0.16), materials.white),
      ];
    case "heart":
      return [
        patch(heartAt(x, y, r * 1.1), colourOf(iris, materials.red)),
        flat(ellipse(x - r * 0.4, y - r * 0.35, r * 0.18), materials.white),
      ];
    case "spiral":
      return [
        flat(ellipse(x, y, r), materials.white),
        line(
          `M${x} ${y}a${r * 0.2} ${r * 0.2} 0 0 1 ${r * 0.4} 0a${r * 0.42} ${r * 0.42} 0 0 1 ${-r * 0.84} 0a${r * 0.6} ${r * 0.6} 0 0 1 ${r * 1.24} 0`,
          ink,
          4.5,
        ),
      ];
    case "button":
      return [
        flat(ellipse(x, y, r * 0.56), ink),
        flat(ellipse(x - r * 0.18, y - r * 0.2, r * 0.16), materials.white),
      ];
    case "slit":
      return slitEye(head, x, colourOf(iris, tone(0.84, 0.17, 105)));
    case "glowing":
      return [
        glow(x, y, r * 2.6, iris, 0.9),
        flat(ellipse(x, y, r * 0.95, r * 0.8), blend(iris, materials.white, 0.45)),
        flat(ellipse(x, y, r * 0.5, r * 0.42), materials.white),
      ];
    case "laser":
      return laserEye(kit, head, x, iris);
    case "angry":
      return [
        ...roundEye(kit, head, x, iris, 0.85),
        cutTo(ellipse(x, y, r * 1.1), [
          flat(
            `M${x - r * 1.4} ${y - r * (side < 0 ? 1 : 0.05)}L${x + r * 1.4} ${y - r * (side < 0 ? 0.05 : 1)}V${y - r * 2}H${x - r * 1.4}Z`,
            lidTone(head),
          ),
        ]),
      ];
    case "sad":
      return [
        ...roundEye(kit, head, x, iris, 1),
        patch(`M${x + side * r * 0.5} ${y + r * 0.8}q9 14 0 20q-9 -6 0 -20Z`, tone(0.8, 0.1, 230)),
      ];
    default:
      if (head.species.muzzle === "skull")
        return [
          glow(x, y, r * 1.5, iris, 0.7),
          flat(ellipse(x, y, r * 0.42), blend(iris, materials.white, 0.35)),
        ];
      if (head.species.growth === "antennae") return alienEye(head, x, side);
      return roundEye(kit, head, x, iris, 1);
  }
}

const colourOf = (iris: Tone, fallback: Tone): Tone =>
  iris.c > 0.13 ? blend(iris, fallback, 0.5) : fallback;
const lidTone = (head: Anatomy): Tone => shift(head.coat, { l: -0.07 });

function roundEye(kit: Kit, head: Anatomy, x: number, iris: Tone, pupil: number): Node[] {
  const { eyeY: y, eyeSize: r, ink } = head;
  const look = head.gaze * r * 0.16;
  const rim = head.species.isHuman ? 0.92 : 1;
  return [
    flat(ellipse(x, y + 1, r * 1.13 * rim, r * 1.17), ink),
    flat(ellipse(x, y + 1, r * 0.98 * rim, r * 1.02), materials.white),
    flat(ellipse(x + look, y + 2, r * 0.8 * pupil * rim, r * 0.86 * pupil), shift(iris, { l: -0.08 })),
    flat(ellipse(x + look, y + 2 + r * 0.26, r * 0.52 * pupil, r * 0.4 * pupil), shift(iris, { l: 0.14 })),
    flat(ellipse(x + look, y + 1, r * 0.54 * pupil, r * 0.6 * pupil), tone(0.16, 0.02, 280)),
    flat(ellipse(x + look + kit.lightSide * r * 0.3, y - r * 0.34, r * 0.26), materials.white),
    flat(ellipse(x + look - kit.lightSide * r * 0.28, y + r * 0.38, r * 0.12), materials.white, 0.85),
    line(
      `M${x - r * 1.1 * rim} ${y - r * 0.25}Q${x} ${y - r * 1.5} ${x + r * 1.1 * rim} ${y - r * 0.25}`,
      ink,
      5,
    ),
  ];
}

function lid(head: Anatomy, x: number, closed: number): Node[] {
  const { eyeY: y, eyeSize: r } = head;
  const edge = y - r * 1.17 + closed * r * 2.3;
  return [
    cutTo(ellipse(x, y + 1, r * 1.16, r * 1.2), [
      flat(box(x - r * 1.3, y - r * 1.4, r * 2.6, edge - (y - r * 1.4)), lidTone(head)),
    ]),
    line(`M${x - r * 1.1} ${edge}q${r * 1.1} ${r * 0.3} ${r * 2.2} 0`, head.ink, 6),
  ];
}

function slitEye(head: Anatomy, x: number, iris: Tone): Node[] {
  const { eyeY: y, eyeSize: r, ink } = head;
  return [
    flat(ellipse(x, y, r * 1.16), ink),
    flat(ellipse(x, y, r), iris),
    flat(ellipse(x + head.gaze * 3, y, r * 0.2, r * 0.86), ink),
    flat(ellipse(x - r * 0.36, y - r * 0.36, r * 0.2), materials.white),
  ];
}

function alienEye(head: Anatomy, x: number, side: number): Node[] {
  const { eyeY: y, eyeSize: r } = head;
  return [
    flat(ellipse(x, y, r * 1.1, r * 0.76, side * -26), tone(0.2, 0.04, 290)),
    flat(ellipse(x - 6, y - r * 0.26, r * 0.26, r * 0.2), materials.white, 0.9),
    flat(ellipse(x + 8, y + r * 0.22, r * 0.14), materials.white, 0.5),
  ];
}

function laserEye(kit: Kit, head: Anatomy, x: number, iris: Tone): Node[] {
  const { eyeY: y, eyeSize: r } = head;
  const beam = colourOf(iris, materials.red);
  const reach = kit.lightSide * 620;
  const ray = (half: number, colour: Tone, opacity: number) =>
    flat(
      `M${x} ${y - half * 0.5}L${x + reach} ${y + 70 - half * 1.7}V${y + 70 + half * 1.7}L${x} ${y + half * 0.5}Z`,
      colour,
      opacity,
    );
  return [
    glow(x, y, r * 2.8, beam, 0.95),
    ray(r * 0.95, beam, 0.5),
    ray(r * 0.5, blend(beam, materials.white, 0.55), 0.95),
    flat(ellipse(x, y, r * 0.85), blend(beam, materials.white, 0.25)),
    flat(ellipse(x, y, r * 0.5), materials.white),
  ];
}

export function heartAt(x: number, y: number, r: number): string {
  return `M${x} ${y + r}C${x - r * 1.7} ${y - r * 0.2} ${x - r * 0.9} ${y - r * 1.3} ${x} ${y - r * 0.35}C${x + r * 0.9} ${y - r * 1.3} ${x + r * 1.7} ${y - r * 0.2} ${x} ${y + r}Z`;
}

const browTilt: Partial<Record<EyesName | "none", number>> = {
  angry: 10,
  sad: -9,
  wide: -3,
  laser: 8,
  glowing: 7,
  sleepy: -2,
  slit: 6,
};

function drawBrows(head: Anatomy, name: EyesName | "none"): Node[] {
  const tilt = browTilt[name] ?? (head.species.isHuman ? -1 : undefined);
  if (tilt === undefined || head.species.muzzle === "skull") return [];
  const colour = head.species.isHuman ? shift(head.hair, { l: -0.05 }) : blend(head.coat, head.ink, 0.75);
  const r = head.eyeSize;
  const y = head.eyeY - r * (name === "wide" ? 1.95 : 1.6);
  return [-1, 1].map((side) =>
    line(
      `M${side * (head.eyeX - r)} ${y + tilt}Q${side * head.eyeX} ${y - 9} ${side * (head.eyeX + r * 1.05)} ${y - tilt + 2}`,
      colour,
      8,
    ),
  );
}
