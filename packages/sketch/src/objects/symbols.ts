import { shift, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import { drawHat } from "../figure/hats.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, ribbon, smooth, star } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

export const sparks = (kit: Parameters<DrawThing>[0], reach: number, y: number): Node[] =>
  Array.from({ length: 9 }, (_, index) => {
    const angle = index * 2.4 + kit.random.fork("sparks").range(0, 6);
    return flat(
      star(
        Math.cos(angle) * reach * (1 + (index % 3) * 0.14),
        y + Math.sin(angle) * reach * (1 + (index % 3) * 0.14),
        4,
        10 + (index % 3) * 8,
        3,
      ),
      kit.palette.light,
      0.95,
    );
  });

const crown: DrawThing = (kit, colour) => ({
  box: [-100, -120, 100, 30],
  isAloft: true,
  nodes: [glow(0, -40, 170, materials.gold, 0.5), ...drawHat(kit, "crown", colour)],
});

const mask: DrawThing = (kit, colour) => {
  const face = colour ?? kit.palette.main;
  return {
    box: [-180, -300, 180, 70],
    isAloft: true,
    nodes: [
      ...[-1, 1].flatMap((side) =>
        [0, 1, 2].map((step) =>
          place(
            [
              mass(
                ribbon(
                  [
                    [90, -200],
                    [150 + step * 20, -270 + step * 40],
                    [190 + step * 10, -330 + step * 70],
                  ],
                  [10, 24, 4],
                ),
                step % 2 === 0 ? kit.palette.accent : materials.gold,
              ),
            ],
            { isFlipped: side < 0 },
          ),
        ),
      ),
      mass(mirrored("0,-230 90,-250 160,-200 150,-90 90,-20 40,40 0,66", 0.9), face),
      ...[-1, 1].flatMap((side) => [
        patch(ellipse(side * 66, -140, 50, 36, side * -14), materials.gold),
        flat(ellipse(side * 66, -140, 38, 25, side * -14), tone(0.2, 0.03, 280)),
        patch(ellipse(side * 96, -66, 26, 17), kit.palette.accent, 0.7),
      ]),
      mass(polygon("0,-140 20,-60 -20,-60"), shift(face, { l: 0.06 })),
      patch("M-34 -16Q0 -30 34 -16Q0 22 -34 -16Z", materials.red),
      mass(polygon("0,-232 20,-206 0,-176 -20,-206"), materials.gold),
    ],
  };
};

const flame: DrawThing = (_kit, colour) => {
  const fire = colour ?? materials.flame;
  return {
    box: [-160, -360, 160, 70],
    nodes: [
      glow(0, -120, 340, fire, 0.7),
      ...[-1, 1].map((side) =>
        mass(
          ribbon(
            [
              [side * -130, 60],
              [0, 30],
              [side * 130, 4],
            ],
            [22, 22, 22],
          ),
          materials.wood,
        ),
      ),
      patch(
        smooth("-110,20 -146,-110 -60,-190 -40,-330 40,-250 60,-290 110,-180 146,-90 104,20", 0.9),
        shift(fire, { h: -22, l: -0.08 }),
      ),
      mass(smooth("-80,20 -100,-90 -20,-170 0,-260 60,-160 100,-80 76,20", 0.9), fire),
      patch(smooth("-46,20 -54,-60 0,-150 54,-50 42,20", 0.9), materials.amber),
      flat(smooth("-20,16 -24,-20 0,-70 24,-20 20,16", 0.9), materials.cream),
      ...Array.from({ length: 10 }, (_, index) =>
        flat(
          ellipse(Math.cos(index * 2.4) * 130, -240 + Math.sin(index * 2.4) * 110, 4 + (index % 3) * 2),
          materials.amber,
          0.9,
        ),
      ),
    ],
    face: { x: 0, y: -60, size: 0.6 },
  };
};

const anchor: DrawThing = (kit, colour) => {
  const iron = colour ?? materials.iron;
  return {
    box: [-170, -310, 170, 70],
    isAloft: true,
    nodes: [
      line(ellipse(0, -270, 34), iron, 22),
      line("M-86 -186H86", iron, 26),
      line("M0 -236V40", iron, 30),
      line("M-150 -70Q-140 50 0 52Q140 50 150 -70", iron, 28),
      ...[-1, 1].map((side) =>
        mass(
          polygon([
            [side * 186, -50],
            [side * 152, -110],
            [side * 112, -50],
          ]),
          iron,
        ),
      ),
      line("M-40 -270C-150 -220 120 -130 -30 -60S80 20 30 50", kit.palette.accent, 15),
    ],
  };
};

const chest: DrawThing = (kit, colour) => {
  const wood = colour ?? materials.wood;
  return {
    box: [-190, -240, 190, 60],
    nodes: [
      glow(0, -120, 250, materials.gold, 0.75),
      mass("M-172 -120Q-172 -246 0 -246Q172 -246 172 -120Z", shift(wood, { l: -0.06 })),
      patch("M-140 -120Q-140 -216 0 -216Q140 -216 140 -120Z", tone(0.24, 0.04, 40)),
      ...[-100, -50, 0, 50, 100].map((x, index) =>
        mass(ellipse(x, -112 - (index % 2) * 20, 34), materials.gold),
      ),
      mass(polygon("-30,-160 0,-190 30,-160 0,-120"), kit.palette.accent),
      mass(box(-186, -104, 372, 164, 10), wood),
      ...[-140, 108].map((x) => patch(box(x, -104, 32, 164), materials.gold)),
      line("M-186 -44H186", shift(wood, { l: -0.12 }), 6),
      mass(box(-34, -112, 68, 76, 12), materials.gold),
      flat(ellipse(0, -80, 11), materials.black),
      flat(box(-5, -80, 10, 26, 4), materials.black),
    ],
  };
};

export const symbols = { crown, mask, flame, anchor, chest };
