import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { ellipse, polygon, ribbon, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";
import { sparks } from "./symbols.ts";

const moon: DrawThing = (kit, colour) => {
  const pale = colour ?? blend(kit.palette.main, tone(0.92, 0.09, 95), 0.75);
  const d = "M40 -270A150 150 0 1 0 120 -40A126 126 0 0 1 40 -270Z";
  return {
    box: [-170, -280, 170, 30],
    isAloft: true,
    nodes: [
      glow(-10, -120, 300, pale, 0.6),
      mass(d, pale),
      cutTo(
        d,
        [
          [-90, -190, 22],
          [-110, -90, 30],
          [-40, -20, 20],
          [-60, -150, 12],
        ].map(([x = 0, y = 0, r = 0]) => patch(ellipse(x, y, r, r * 0.9), shift(pale, { l: -0.08 }))),
      ),
      ...sparks(kit, 170, -130),
    ],
  };
};

const sun: DrawThing = (_kit, colour) => {
  const fire = colour ?? tone(0.82, 0.16, 78);
  const rays = Array.from({ length: 12 }, (_, index) =>
    place(
      [
        mass(
          index % 2 === 0
            ? smooth("-26,-124 0,-214 26,-124", 0.3)
            : smooth("-15,-124 12,-170 0,-196 24,-150 15,-124", 0.7),
          index % 2 === 0 ? fire : shift(fire, { h: -25, l: -0.08 }),
        ),
      ],
      { y: -120, turn: index * 30 },
    ),
  );
  return {
    box: [-220, -340, 220, 100],
    isAloft: true,
    nodes: [glow(0, -120, 400, fire, 0.6), ...rays, mass(ellipse(0, -120, 116), fire)],
    face: { x: 0, y: -120, size: 0.95 },
  };
};

const eye: DrawThing = (kit, colour) => {
  const iris = colour ?? kit.palette.main;
  const lid = "M-220 -120Q0 -310 220 -120Q0 70 -220 -120Z";
  return {
    box: [-230, -300, 230, 60],
    isAloft: true,
    nodes: [
      glow(0, -120, 330, iris, 0.5),
      ...Array.from({ length: 9 }, (_, index) =>
        place(
          [
            mass(
              ribbon(
                [
                  [0, -150],
                  [0, -190],
                  [0, -220 - (index % 2) * 20],
                ],
                [8, 6, 2],
              ),
              kit.palette.accent,
            ),
          ],
          { y: -110, turn: (index - 4) * 20 },
        ),
      ),
      mass(lid, materials.white),
      cutTo(lid, [
        mass(ellipse(0, -120, 92), iris),
        ...Array.from({ length: 18 }, (_, index) =>
          place([line("M0 -50V-84", blend(iris, materials.white, 0.45), 5)], { y: -120, turn: index * 20 }),
        ),
        flat(ellipse(0, -120, 44), tone(0.17, 0.03, 280)),
        flat(ellipse(kit.lightSide * 32, -152, 20), materials.white),
      ]),
      line(lid, tone(0.24, 0.04, iris.h), 13),
    ],
  };
};

const bolt: DrawThing = (kit, colour) => {
  const light = colour ?? tone(0.88, 0.16, 98);
  return {
    box: [-150, -330, 150, 90],
    isAloft: true,
    nodes: [
      glow(0, -120, 330, light, 0.65),
      mass(polygon("20,-330 -130,-90 -22,-100 -60,90 134,-166 24,-158 110,-330"), light),
      patch(polygon("20,-330 -130,-90 -60,-94 64,-330"), blend(light, materials.white, 0.6)),
      ...sparks(kit, 190, -120),
    ],
  };
};

const coin: DrawThing = (kit, colour) => {
  const gold = colour ?? materials.gold;
  return {
    box: [-170, -290, 170, 50],
    isAloft: true,
    nodes: [
      glow(0, -120, 280, gold, 0.5),
      mass(ellipse(14, -114, 164), shift(gold, { l: -0.2 })),
      mass(ellipse(0, -120, 164), gold),
      line(ellipse(0, -120, 130), shift(gold, { l: -0.14 }), 9),
      mass(polygon("0,-214 62,-122 0,-84 -62,-122"), blend(gold, materials.white, 0.3)),
      mass(polygon("0,-70 62,-106 0,-20 -62,-106"), shift(gold, { l: -0.1 })),
      ...sparks(kit, 190, -120),
    ],
  };
};

const feather: DrawThing = (kit, colour) => {
  const plume = colour ?? kit.palette.main;
  return {
    box: [-130, -330, 130, 110],
    isAloft: true,
    nodes: [
      place(
        [
          mass(smooth("0,60 -70,-40 -84,-190 10,-340 76,-180 54,-30", 0.9), plume),
          patch(smooth("0,60 4,-120 10,-340 76,-180 54,-30", 0.8), shift(plume, { l: -0.09 })),
          line("M0 150Q-8 -60 10 -320", materials.cream, 8),
          ...[-30, -100, -170].map((y, index) =>
            line(
              `M-2 ${y}L${-60 + index * 8} ${y - 60}M2 ${y - 20}L${60 - index * 6} ${y - 80}`,
              shift(plume, { l: -0.14 }),
              5,
            ),
          ),
        ],
        { turn: kit.lightSide * 26 },
      ),
      ...sparks(kit, 170, -120),
    ],
  };
};

export const signs = { moon, sun, bolt, coin, feather, eye };
