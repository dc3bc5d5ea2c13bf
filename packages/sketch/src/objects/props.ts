import { blend, shift, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, ribbon, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

const book: DrawThing = (kit, colour) => {
  const cover = colour ?? shift(kit.palette.accent, { l: -0.08 });
  return {
    box: [-110, -100, 110, 56],
    nodes: [
      mass(polygon("-112,-78 0,-58 112,-78 112,40 0,60 -112,40"), cover),
      mass(smooth("0,-66 -50,-100 -102,-86 -102,26 -50,14 0,44", 0.4), materials.paper),
      mass(smooth("0,-66 50,-100 102,-86 102,26 50,14 0,44", 0.4), shift(materials.paper, { l: -0.04 })),
      ...[0, 1, 2, 3].map((step) =>
        line(
          `M-86 ${-66 + step * 20}q36 -10 72 12M14 ${-54 + step * 20}q36 -22 72 -12`,
          shift(materials.paper, { l: -0.25 }),
          3.5,
        ),
      ),
      glow(0, -96, 80, materials.amber, 0.35),
    ],
  };
};

const scroll: DrawThing = (kit, colour) => ({
  box: [-80, -120, 80, 60],
  nodes: [
    mass(box(-66, -106, 132, 150, 4), colour ?? materials.paper),
    ...[0, 1, 2, 3].map((step) =>
      line(`M-44 ${-72 + step * 26}h${88 - step * 14}`, shift(materials.paper, { l: -0.35 }), 4),
    ),
    mass(box(-82, -122, 164, 28, 14), shift(materials.paper, { l: -0.08 })),
    mass(box(-82, 30, 164, 28, 14), shift(materials.paper, { l: -0.08 })),
    mass(ellipse(36, 14, 17), kit.palette.accent),
  ],
});

const lantern: DrawThing = (_kit, colour) => {
  const light = colour ?? materials.amber;
  return {
    box: [-70, -30, 70, 180],
    isAloft: true,
    nodes: [
      line("M0 2C-46 6 -52 40 -44 58M0 2C46 6 52 40 44 58", materials.iron, 7),
      glow(0, 108, 190, light, 0.75),
      mass(polygon("-50,62 50,62 32,38 -32,38"), materials.iron),
      mass(polygon("-46,62 46,62 52,152 -52,152"), blend(light, materials.white, 0.35)),
      patch(smooth("0,78 20,116 0,144 -20,116"), materials.flame),
      patch(smooth("0,100 10,122 0,142 -10,122"), materials.white),
      line("M-22 62L-26 152M22 62L26 152", materials.iron, 5),
      mass(box(-60, 148, 120, 22, 8), materials.iron),
    ],
  };
};

const torch: DrawThing = (_kit, colour) => ({
  box: [-56, -230, 56, 90],
  nodes: [
    mass(ribbon("0,90 0,0 0,-84", [12, 15, 21]), materials.darkWood),
    mass(box(-28, -104, 56, 34, 8), materials.iron),
    glow(0, -150, 150, colour ?? materials.flame, 0.75),
    patch(
      smooth("-38,-108 -50,-150 -18,-176 -10,-232 24,-190 50,-150 34,-106", 0.9),
      colour ?? materials.flame,
    ),
    patch(smooth("-22,-108 -26,-140 -2,-184 24,-140 20,-108", 0.9), materials.amber),
  ],
});

const potion: DrawThing = (kit, colour) => {
  const brew = colour ?? kit.palette.accent;
  return {
    box: [-78, -140, 78, 76],
    nodes: [
      glow(0, 0, 130, brew, 0.45),
      mass(
        mirrored("0,-118 24,-118 22,-70 62,-30 76,16 50,66 0,74", 0.85),
        blend(materials.glass, brew, 0.2),
      ),
      patch(mirrored("0,-14 68,-14 68,18 44,58 0,66", 0.7), brew),
      flat(ellipse(-24, 16, 9), materials.white, 0.7),
      flat(ellipse(14, 34, 6), materials.white, 0.7),
      flat(ellipse(26, 6, 5), materials.white, 0.6),
      line("M-48 -16Q-62 12 -46 40", materials.white, 8, 0.7),
      mass(box(-26, -146, 52, 34, 8), materials.wood),
    ],
  };
};

const key: DrawThing = (kit, colour) => {
  const metal = colour ?? materials.gold;
  // The hole has the opposite direction, so that the non-zero fill rule leaves it open.
  const ring = `${ellipse(0, -144, 64)}M34 -144A34 34 0 1 0 -34 -144A34 34 0 1 0 34 -144Z`;
  return {
    box: [-62, -210, 62, 90],
    nodes: [
      mass(ring, metal),
      mass(box(-13, -86, 26, 178, 8), metal),
      mass(box(8, 36, 50, 22, 5), metal),
      mass(box(8, 70, 38, 20, 5), metal),
      patch(ellipse(0, -194, 11), kit.palette.accent),
    ],
  };
};

const balloon: DrawThing = (kit, colour) => ({
  box: [-84, -330, 84, 20],
  isAloft: true,
  nodes: [
    line("M0 0Q18 -60 -6 -110T0 -168", materials.cream, 4),
    mass(smooth("0,-336 76,-300 84,-244 0,-164 -84,-244 -76,-300", 1), colour ?? kit.palette.accent),
    flat(ellipse(kit.lightSide * 34, -286, 14, 25, kit.lightSide * 26), materials.white, 0.7),
    mass(polygon("-12,-154 0,-172 12,-154"), shift(colour ?? kit.palette.accent, { l: -0.1 })),
  ],
});

const umbrella: DrawThing = (kit, colour) => {
  const cloth = colour ?? kit.palette.accent;
  return {
    box: [-170, -260, 170, 110],
    nodes: [
      line("M0 -240V74q0 34 -26 34t-26 -28", materials.darkWood, 10),
      mass(
        "M-170 -120C-160 -280 160 -280 170 -120Q142 -146 113 -120Q85 -146 57 -120Q28 -146 0 -120Q-28 -146 -57 -120Q-85 -146 -113 -120Q-142 -146 -170 -120Z",
        cloth,
      ),
      patch(
        "M-57 -120Q-50 -220 0 -240Q50 -220 57 -120Q28 -146 0 -120Q-28 -146 -57 -120Z",
        blend(cloth, materials.white, 0.4),
      ),
      line("M0 -240v-22", materials.darkWood, 9),
    ],
  };
};

const guitar: DrawThing = (kit, colour) => ({
  box: [-82, -270, 82, 130],
  nodes: [
    mass(box(-14, -240, 28, 200, 4), materials.darkWood),
    mass(box(-22, -276, 44, 58, 8), materials.wood),
    mass(mirrored("0,-70 46,-64 56,-22 50,10 82,64 56,122 0,132", 1), colour ?? materials.wood),
    flat(ellipse(0, 14, 25), tone(0.22, 0.03, 40)),
    line("M-7 -262V90M0 -262V90M7 -262V90", materials.cream, 2.5),
    mass(box(-28, 78, 56, 15, 5), materials.darkWood),
    patch(ellipse(34, 78, 12), kit.palette.accent),
  ],
});

const brush: DrawThing = (kit, colour) => ({
  box: [-26, -200, 26, 110],
  nodes: [
    mass(ribbon("0,110 0,20 0,-90", [5, 11, 10]), materials.wood),
    mass(box(-14, -124, 28, 38, 4), materials.silver),
    mass(smooth("-17,-122 -22,-164 2,-214 22,-164 17,-122", 0.9), colour ?? kit.palette.accent),
  ],
});

const steam = (x: number, y: number): Node =>
  line(`M${x} ${y}q-16 -22 0 -42t0 -42`, materials.white, 9, 0.55);

const coffee: DrawThing = (kit, colour) => ({
  box: [-86, -170, 100, 66],
  nodes: [
    line("M54 -46c56 -12 56 70 -4 58", colour ?? kit.palette.accent, 16),
    mass(mirrored("0,-80 70,-80 66,40 44,64 0,66", 0.4), colour ?? kit.palette.accent),
    patch(ellipse(0, -80, 70, 17), materials.white),
    patch(ellipse(0, -78, 58, 12), tone(0.42, 0.08, 50)),
    steam(-22, -96),
    steam(20, -100),
  ],
});

const magnifier: DrawThing = (_kit, colour) => ({
  box: [-74, -220, 74, 90],
  nodes: [
    mass(ribbon("0,90 0,20 0,-70", [13, 12, 9]), materials.darkWood),
    patch(ellipse(0, -146, 66), materials.glass, 0.6),
    line(ellipse(0, -146, 66), colour ?? materials.gold, 15),
    line("M-34 -164q12 -28 40 -30", materials.white, 9, 0.9),
  ],
});

const fishingrod: DrawThing = (kit, colour) => ({
  box: [-20, -290, 170, 120],
  nodes: [
    mass(ribbon("0,120 2,-60 40,-220 120,-290", [9, 7, 5, 2]), colour ?? materials.wood),
    line("M120 -290Q170 -160 160 -20", materials.white, 3),
    mass(ellipse(160, -14, 13, 17), kit.palette.accent),
    flat(ellipse(160, -22, 11, 8), materials.white),
    mass(ellipse(14, 30, 18), materials.iron),
  ],
});

const flag: DrawThing = (kit, colour) => ({
  box: [-12, -270, 170, 150],
  nodes: [
    mass(box(-8, -270, 16, 420, 8), materials.wood),
    mass(
      smooth("6,-258 60,-276 112,-250 170,-262 166,-160 112,-146 60,-172 6,-154", 0.7),
      colour ?? kit.palette.accent,
    ),
    patch(ellipse(86, -212, 26), materials.white),
    mass(ellipse(0, -274, 14), materials.gold),
  ],
});

const microphone: DrawThing = (_kit, colour) => ({
  box: [-40, -140, 40, 100],
  nodes: [
    mass(ribbon("0,100 0,20 0,-62", [12, 15, 21]), colour ?? materials.black),
    mass(ellipse(0, -98, 40, 44), materials.silver),
    line(
      "M-36 -112q36 20 72 0M-36 -84q36 20 72 0M-14 -138q-14 40 0 82M14 -138q14 40 0 82",
      shift(materials.silver, { l: -0.25 }),
      3.5,
    ),
    mass(box(-30, -66, 60, 16, 6), materials.gold),
  ],
});

export const props = {
  book,
  scroll,
  lantern,
  torch,
  potion,
  key,
  balloon,
  umbrella,
  guitar,
  brush,
  coffee,
  magnifier,
  fishingrod,
  flag,
  microphone,
};
export const drawSteam = steam;
