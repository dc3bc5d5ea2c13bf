import { blend, shift, type Tone, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import { plainSpecies } from "./species.ts";

const shells = ["box", "dome", "round", "bucket"] as const;

function outlineShell(shell: (typeof shells)[number], w: number, h: number): string {
  if (shell === "box") return box(-w, -h, w * 2, h * 1.95, 30);
  if (shell === "dome")
    return mirrored(
      [
        [0, -h * 1.1],
        [w * 0.8, -h * 0.8],
        [w, 0],
        [w, h * 0.8],
        [w * 0.8, h * 0.96],
        [0, h * 0.98],
      ],
      0.7,
    );
  if (shell === "round") return ellipse(0, 0, w * 1.04, h);
  return mirrored(
    [
      [0, -h],
      [w * 0.74, -h],
      [w * 0.86, -h * 0.8],
      [w * 1.06, h * 0.74],
      [w * 0.96, h * 0.94],
      [0, h * 0.96],
    ],
    0.35,
  );
}

/** A robot's head; its features glow on a dark screen. */
export function shapeRobotHead(kit: Kit, coat: Tone): Anatomy {
  const random = kit.random.fork("robot");
  const [w, h] = [random.range(94, 112), random.range(80, 94)];
  const light = blend(
    kit.palette.accent.l > 0.6 ? kit.palette.accent : shift(kit.palette.accent, { l: 0.14 }),
    materials.white,
    0.25,
  );
  return {
    species: plainSpecies(coat),
    coat,
    second: shift(coat, { l: -0.12 }),
    ink: light,
    iris: light,
    hair: coat,
    cut: undefined,
    width: w,
    height: h,
    eyeX: random.range(34, 44),
    eyeY: -8,
    eyeSize: random.range(17, 23),
    mouthY: h * 0.5,
    browY: -h * 0.62,
    topY: -h,
    gaze: random.range(-1, 1),
    outline: outlineShell(random.pick(shells), w, h),
  };
}

export function drawRobotBack(kit: Kit, head: Anatomy, hasHat: boolean): Node[] {
  const { width: w, height: h, coat } = head;
  const bolts = [-1, 1].flatMap((side) => [
    place(
      [
        mass(box(w - 8, -30, 30, 62, 10), shift(coat, { l: -0.16 })),
        mass(box(w + 16, -16, 16, 34, 6), kit.palette.accent),
      ],
      { isFlipped: side < 0 },
    ),
  ]);
  if (hasHat) return bolts;
  const lean = kit.random.fork("antenna").range(-26, 26);
  return [
    ...bolts,
    line(`M0 ${-h + 6}L${lean} ${-h - 62}`, shift(coat, { l: -0.2 }), 10),
    glow(lean, -h - 70, 56, kit.palette.accent, 0.6),
    mass(ellipse(lean, -h - 70, 17), kit.palette.accent),
  ];
}

export function drawRobotFace(kit: Kit, head: Anatomy): Node[] {
  const { width: w, height: h, coat } = head;
  const screen = box(-w * 0.8, -h * 0.52, w * 1.6, h * 1.26, 34);
  return [
    mass(head.outline, coat),
    patch(screen, tone(0.25, 0.045, kit.palette.near.h)),
    flat(`M${-w * 0.62} ${-h * 0.3}q6 ${-h * 0.12} ${w * 0.26} ${-h * 0.13}`, materials.white, 0),
    line(
      `M${kit.lightSide * w * 0.64} ${-h * 0.2}q0 ${-h * 0.18} ${-kit.lightSide * w * 0.2} ${-h * 0.19}`,
      materials.white,
      6,
      0.5,
    ),
    ...[-1, 1].flatMap((side) => [flat(ellipse(side * w * 0.84, h * 0.82, 6), shift(coat, { l: -0.25 }))]),
  ];
}

/** Square glowing eyes, unless a trait asks for others. */
export function drawRobotEyes(head: Anatomy): Node[] {
  return [-1, 1].flatMap((side) => [
    glow(side * head.eyeX, head.eyeY, 52, head.iris, 0.7),
    flat(
      box(
        side * head.eyeX - head.eyeSize * 0.72,
        head.eyeY - head.eyeSize,
        head.eyeSize * 1.44,
        head.eyeSize * 2,
        head.eyeSize * 0.6,
      ),
      head.iris,
    ),
    flat(ellipse(side * head.eyeX + 4, head.eyeY - head.eyeSize * 0.4, head.eyeSize * 0.28), materials.white),
  ]);
}

export function drawRobotChest(kit: Kit, top: number, coat: Tone): Node[] {
  return [
    mass(box(-46, top - 22, 92, 42, 14), shift(coat, { l: -0.18 })),
    patch(box(-58, top + 54, 116, 84, 16), shift(coat, { l: -0.12 })),
    glow(-26, top + 88, 34, kit.palette.accent, 0.7),
    mass(ellipse(-26, top + 88, 17), kit.palette.accent),
    line(`M8 ${top + 78}h34M8 ${top + 96}h34M8 ${top + 114}h22`, shift(coat, { l: -0.3 }), 6),
  ];
}
