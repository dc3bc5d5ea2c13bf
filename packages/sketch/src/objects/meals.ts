import { blend, shift, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";
import { drawSteam } from "./props.ts";
import { crust } from "./sweets.ts";

const burger: DrawThing = (kit, colour) => {
  const bun = colour ?? tone(0.7, 0.13, 62);
  return {
    box: [-200, -240, 200, 60],
    nodes: [
      mass(box(-184, -6, 368, 66, 34), bun),
      mass(box(-192, -52, 384, 58, 28), tone(0.4, 0.07, 40)),
      patch(polygon("-176,-54 176,-54 120,-8 70,-46 -30,2 -90,-46"), materials.amber),
      mass(box(-182, -82, 364, 30, 14), materials.red),
      mass(
        smooth(
          "-200,-84 -150,-108 -90,-84 -30,-108 30,-84 90,-108 150,-84 200,-104 196,-70 120,-62 50,-78 -40,-60 -130,-78 -196,-62",
          0.9,
        ),
        tone(0.72, 0.17, 135),
      ),
      mass(smooth("-186,-100 -164,-190 0,-244 164,-190 186,-100", 0.9), bun),
      ...[
        [-90, -180],
        [-30, -206],
        [40, -200],
        [100, -174],
        [0, -160],
        [-56, -146],
        [70, -146],
      ].map(([x = 0, y = 0]) => patch(ellipse(x, y, 11, 6, x * 0.2), materials.cream)),
      flat(ellipse(kit.lightSide * 90, -190, 40, 13, kit.lightSide * 24), materials.white, 0.25),
    ],
  };
};

const pizza: DrawThing = (kit, colour) => ({
  box: [-170, -270, 170, 90],
  nodes: [
    place(
      [
        mass("M-170 -190Q0 -300 170 -190L150 -150Q0 -240 -150 -150Z", crust),
        mass("M-152 -166Q0 -246 152 -166L0 150Z", colour ?? tone(0.84, 0.14, 85)),
        patch("M-30 20q10 60 30 130q14 -40 26 -90q-10 -30 -24 -6q-14 -50 -32 -34Z", tone(0.88, 0.12, 92)),
        ...[
          [-64, -136, 30],
          [54, -138, 32],
          [-14, -66, 30],
          [34, -10, 20],
        ].flatMap(([x = 0, y = 0, r = 0]) => [
          mass(ellipse(x, y, r), tone(0.56, 0.18, 28)),
          flat(ellipse(x - r * 0.3, y - r * 0.3, r * 0.18), tone(0.7, 0.14, 35)),
        ]),
        ...[
          [-10, -150],
          [84, -90],
          [-60, -70],
        ].map(([x = 0, y = 0], index) =>
          place([mass(ellipse(0, 0, 20, 9), materials.leaf)], { x, y, turn: index * 60 }),
        ),
      ],
      { turn: kit.random.fork("pizza").range(-16, 16) },
    ),
  ],
});

const cup: DrawThing = (kit, colour) => {
  const clay = colour ?? kit.palette.main;
  return {
    box: [-190, -280, 210, 70],
    nodes: [
      mass(ellipse(0, 46, 190, 26), blend(clay, materials.white, 0.6)),
      line("M128 -84c90 -20 90 110 -14 92", clay, 28),
      mass(mirrored("0,-130 142,-130 132,-20 92,40 0,48", 0.6), clay),
      patch(mirrored("0,-60 138,-60 132,-20 0,-14", 0.3), blend(clay, materials.white, 0.55)),
      mass(ellipse(0, -130, 142, 34), blend(clay, materials.white, 0.75)),
      patch(ellipse(0, -126, 122, 26), tone(0.44, 0.08, 52)),
      patch("M0 -110C-60 -128 -30 -148 0 -134C30 -148 60 -128 0 -110Z", materials.cream),
      ...[-52, 0, 52].map((x) => drawSteam(x, -176)),
    ],
  };
};

const fruit: DrawThing = (kit, colour) => {
  const skin = colour ?? kit.palette.main;
  return {
    box: [-170, -300, 170, 60],
    nodes: [
      mass(
        "M0 -196C60 -250 176 -214 166 -90C158 10 92 64 48 58C20 54 -20 54 -48 58C-92 64 -158 10 -166 -90C-176 -214 -60 -250 0 -196Z",
        skin,
      ),
      patch(smooth("-20,-196 0,-180 20,-196 0,-206", 0.9), shift(skin, { l: -0.2 })),
      line("M0 -190Q4 -250 34 -282", materials.darkWood, 13),
      mass(smooth("16,-246 70,-296 134,-284 86,-236", 0.9), materials.leaf),
      line("M24 -246Q70 -276 116 -280", shift(materials.leaf, { l: -0.1 }), 4),
      flat(ellipse(kit.lightSide * 86, -138, 24, 46, kit.lightSide * 24), materials.white, 0.4),
      ...Array.from({ length: 8 }, (_, index) =>
        flat(
          ellipse(
            Math.cos(index * 2.4) * (40 + index * 9),
            -60 + Math.sin(index * 2.4) * (30 + index * 8),
            4,
          ),
          blend(skin, materials.white, 0.55),
        ),
      ),
    ],
  };
};

const bowl: DrawThing = (kit, colour) => {
  const clay = colour ?? kit.palette.main;
  return {
    box: [-220, -260, 220, 70],
    nodes: [
      line("M60 -250L-10 -110M96 -244L24 -106", materials.wood, 12),
      mass(ellipse(0, -96, 208, 58), blend(clay, materials.white, 0.7)),
      patch(ellipse(0, -92, 190, 46), tone(0.7, 0.12, 65)),
      ...[-90, -50, -10, 30].map((x, index) =>
        line(`M${x - 40} ${-84 + index * 4}q30 -44 60 -6t60 -8`, tone(0.9, 0.09, 92), 11),
      ),
      mass(ellipse(86, -112, 46, 30), materials.white),
      mass(ellipse(86, -112, 22, 17), materials.amber),
      ...[-120, -92].map((x) => mass(ellipse(x, -120, 28, 22), tone(0.84, 0.09, 20))),
      mass(polygon("-40,-190 10,-198 20,-110 -34,-104"), tone(0.34, 0.06, 150)),
      mass("M-208 -92C-204 20 -120 60 -70 62H70C120 60 204 20 208 -92C150 -44 -150 -44 -208 -92Z", clay),
      line("M-180 -30Q0 30 180 -30", blend(clay, materials.white, 0.75), 10),
      mass(box(-70, 52, 140, 22, 8), shift(clay, { l: -0.1 })),
      ...[-150, -70].map((x) => drawSteam(x, -160)),
    ],
  };
};

const sushi: DrawThing = (kit, colour) => {
  const fish = colour ?? tone(0.72, 0.15, 38);
  const nigiri = (x: number, y: number, top: typeof fish): Node[] => [
    mass(box(x - 100, y - 60, 200, 76, 34), materials.white),
    mass(
      smooth(
        [
          [x - 112, y - 44],
          [x - 90, y - 94],
          [x, y - 108],
          [x + 92, y - 92],
          [x + 112, y - 44],
          [x + 40, y - 62],
          [x - 40, y - 62],
        ],
        0.8,
      ),
      top,
    ),
    ...[-50, 0, 50].map((step) =>
      line(`M${x + step - 14} ${y - 66}q10 -20 24 -32`, blend(top, materials.white, 0.6), 6),
    ),
  ];
  return {
    box: [-240, -200, 240, 70],
    nodes: [
      mass(box(-236, 10, 472, 34, 10), materials.wood),
      mass(box(-190, 40, 40, 34, 4), materials.darkWood),
      mass(box(150, 40, 40, 34, 4), materials.darkWood),
      ...nigiri(-112, 0, fish),
      mass(box(30, -112, 170, 122, 20), tone(0.28, 0.05, 160)),
      mass(ellipse(115, -112, 85, 30), materials.white),
      mass(ellipse(115, -114, 36, 14), kit.palette.accent),
      mass(box(-150, -98, 60, 100, 4), tone(0.28, 0.05, 160), 0),
    ],
  };
};

const bread: DrawThing = (kit, colour) => {
  const loaf = colour ?? tone(0.66, 0.11, 62);
  return {
    box: [-230, -190, 230, 50],
    nodes: [
      mass(smooth("-226,-20 -200,-120 -90,-176 90,-176 200,-120 226,-20 160,40 -160,40", 0.9), loaf),
      ...[-120, -40, 40, 120].map((x) =>
        patch(
          smooth(
            [
              [x - 30, -40],
              [x - 14, -130],
              [x + 30, -150],
              [x + 14, -50],
            ],
            0.9,
          ),
          blend(loaf, materials.cream, 0.55),
        ),
      ),
      ...Array.from({ length: 10 }, (_, index) =>
        flat(ellipse(Math.cos(index * 2.4) * 170, -80 + Math.sin(index * 2.4) * 50, 4), materials.white, 0.6),
      ),
      glow(kit.lightSide * 80, -130, 120, materials.amber, 0.3),
    ],
  };
};

export const meals = { burger, pizza, cup, fruit, bowl, sushi, bread };
