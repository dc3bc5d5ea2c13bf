import { blend, shift, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import { bloom } from "../figure/hats.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, type Point, polygon, ribbon, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

const pot = (colour: Parameters<typeof shift>[0]): Node[] => [
  mass(polygon("-92,-88 92,-88 66,60 -66,60"), colour),
  mass(box(-104, -110, 208, 40, 10), shift(colour, { l: 0.04 })),
  patch(polygon("-84,-40 84,-40 80,-16 -80,-16"), blend(colour, materials.cream, 0.55)),
];

const tree: DrawThing = (kit, colour) => {
  const random = kit.random.fork("tree");
  const leaf =
    colour ?? random.pick([materials.leaf, tone(0.78, 0.11, 0), tone(0.7, 0.15, 60), tone(0.62, 0.13, 150)]);
  const crown = (count: number, reach: number, y: number, tone_: typeof leaf): Node[] =>
    Array.from({ length: count }, (_, index) => {
      const angle = Math.PI + (index / (count - 1)) * Math.PI;
      return mass(
        ellipse(Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.62, random.range(70, 96)),
        tone_,
      );
    });
  return {
    box: [-230, -380, 230, 60],
    nodes: [
      mass(ribbon("-10,60 -20,-60 10,-160 0,-220", [44, 30, 26, 18]), materials.wood),
      mass(ribbon("0,-90 60,-150 104,-190", [16, 14, 8]), materials.wood),
      mass(ribbon("-10,-110 -70,-160 -110,-200", [15, 13, 8]), materials.wood),
      ...crown(6, 150, -190, shift(leaf, { l: -0.07 })),
      ...crown(5, 104, -224, leaf),
      mass(ellipse(0, -226, 108, 84), leaf),
      ...Array.from({ length: 16 }, () =>
        patch(
          ellipse(
            random.range(-170, 170),
            random.range(-320, -170),
            random.range(9, 17),
            random.range(6, 10),
            random.range(0, 180),
          ),
          blend(leaf, materials.white, 0.32),
          0.8,
        ),
      ),
      ...Array.from({ length: 6 }, () =>
        mass(ellipse(random.range(-150, 150), random.range(-290, -170), 13), kit.palette.accent),
      ),
      ...[-60, 40].map((x) =>
        mass(
          ribbon(
            [
              [x * 0.3, 40],
              [x * 0.8, 56],
              [x * 1.6, 64],
            ],
            [16, 12, 3],
          ),
          materials.wood,
        ),
      ),
    ],
  };
};

const flower: DrawThing = (kit, colour) => {
  const petal = colour ?? kit.palette.main;
  const random = kit.random.fork("flower");
  const count = random.whole(7, 12);
  const petals = (radius: number, size: number, shade: typeof petal, turn: number): Node[] =>
    Array.from({ length: count }, (_, index) =>
      place(
        [
          mass(
            smooth(
              [
                [0, 20],
                [-size * 0.5, -radius * 0.5],
                [-size * 0.3, -radius],
                [0, -radius * 1.12],
                [size * 0.3, -radius],
                [size * 0.5, -radius * 0.5],
              ],
              0.95,
            ),
            shade,
          ),
        ],
        { y: -200, turn: (index * 360) / count + turn },
      ),
    );
  return {
    box: [-170, -370, 170, 200],
    nodes: [
      line("M0 200Q26 40 0 -180", materials.leaf, 18),
      mass(ribbon("10,110 90,40 150,56", [6, 38, 4]), materials.leaf),
      mass(ribbon("8,60 -80,6 -140,30", [6, 36, 4]), materials.green),
      ...petals(158, 84, shift(petal, { l: -0.07 }), 180 / count),
      ...petals(128, 72, petal, 0),
      mass(ellipse(0, -200, 54), blend(materials.amber, materials.wood, 0.25)),
      ...Array.from({ length: 14 }, (_, index) =>
        flat(
          ellipse(
            Math.cos(index * 2.4) * Math.sqrt(index) * 11,
            -200 + Math.sin(index * 2.4) * Math.sqrt(index) * 11,
            5,
          ),
          shift(materials.wood, { l: -0.08 }),
        ),
      ),
    ],
  };
};

const cactus: DrawThing = (kit, colour) => {
  const green = colour ?? tone(0.6, 0.12, 152);
  const spines = [-150, -100, -50, 0].flatMap((y) =>
    [-30, 0, 30].map((x) => line(`M${x - 6} ${y - 66}l6 8l6 -8`, materials.cream, 4)),
  );
  return {
    box: [-160, -360, 160, 60],
    nodes: [
      mass("M-60 -60H-110a44 44 0 0 1 -44 -44V-210a30 30 0 0 1 60 0V-120H-60Z", shift(green, { l: -0.04 })),
      mass("M60 -110H98V-240a29 29 0 0 1 58 0V-96a44 44 0 0 1 -44 44H60Z", shift(green, { l: -0.04 })),
      mass("M-66 -70V-270a66 66 0 0 1 132 0V-70Z", green),
      line("M-26 -300V-80M26 -300V-80", shift(green, { l: -0.1 }), 6),
      ...spines,
      place(bloom(kit.palette.accent), { y: -342, scale: 1.7 }),
      place(bloom(kit.palette.accent), { x: 126, y: -266, scale: 0.9 }),
      ...pot(blend(tone(0.62, 0.12, 40), kit.palette.accent, 0.15)),
    ],
  };
};

const mushroom: DrawThing = (kit, colour) => {
  const cap = colour ?? materials.red;
  const one = (scale: number, x: number, y: number, lean: number): Node =>
    place(
      [
        mass(mirrored("0,-150 46,-140 40,-40 62,40 0,56", 0.9), materials.cream),
        ...[-22, 0, 22].map((step) => line(`M${step} -110V10`, shift(materials.cream, { l: -0.08 }), 4)),
        mass(
          smooth("-70,-132 0,-108 70,-132 60,-108 0,-84 -60,-108", 0.8),
          shift(materials.cream, { l: -0.06 }),
        ),
        mass(smooth("-186,-112 -150,-222 0,-296 150,-222 186,-112 90,-136 0,-128 -90,-136", 0.95), cap),
        ...[
          [-96, -190, 27],
          [4, -246, 32],
          [92, -196, 25],
          [-30, -166, 18],
          [48, -158, 15],
        ].map(([px = 0, py = 0, r = 0]) => patch(ellipse(px, py, r, r * 0.82), materials.cream)),
      ],
      { scale, x, y, turn: lean },
    );
  return {
    box: [-230, -300, 230, 60],
    nodes: [
      glow(0, -100, 280, cap, 0.3),
      one(0.5, -150, 26, -12),
      one(0.42, 160, 34, 10),
      one(1, 0, 0, kit.random.fork("mushroom").range(-5, 5)),
    ],
  };
};

const houseplant: DrawThing = (kit, colour) => {
  const green = colour ?? materials.leaf;
  const random = kit.random.fork("plant");
  const leaves = Array.from({ length: 9 }, (_, index): Node => {
    const angle = -Math.PI / 2 + (index - 4) * 0.32 + random.range(-0.07, 0.07);
    const reach = random.range(190, 270) * (1 - Math.abs(index - 4) * 0.05);
    const at = (t: number): Point => [
      Math.cos(angle) * reach * t,
      -100 + Math.sin(angle) * reach * t + t * t * 46 * Math.abs(index - 4) * 0.3,
    ];
    return mass(
      ribbon([at(0), at(0.35), at(0.7), at(1)], [5, 24, 32, 3]),
      shift(green, { l: (index % 3) * 0.045 - 0.05 }),
    );
  });
  return {
    box: [-230, -380, 230, 60],
    nodes: [...leaves, ...pot(blend(kit.palette.accent, materials.cream, 0.25))],
  };
};

export const plants = { tree, flower, cactus, mushroom, houseplant };
