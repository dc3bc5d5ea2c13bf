import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, patch, place } from "../drawing.ts";
import { heartAt } from "../figure/eyes.ts";
import { bloom } from "../figure/hats.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, ribbon, smooth, star } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

const flower: DrawThing = (kit, colour) => ({
  box: [-70, -230, 70, 110],
  nodes: [
    line("M0 110Q10 0 0 -130", materials.leaf, 11),
    mass(ribbon("4,40 50,6 78,14", [4, 18, 3]), materials.leaf),
    mass(ribbon("2,0 -44,-34 -72,-24", [4, 18, 3]), materials.green),
    place(bloom(colour ?? kit.palette.accent), { y: -162, scale: 2 }),
  ],
});

const orb: DrawThing = (kit, colour) => {
  const light = colour ?? kit.palette.accent;
  return {
    box: [-86, -170, 86, 40],
    nodes: [
      glow(0, -70, 200, light, 0.6),
      mass(polygon("-56,12 56,12 72,40 -72,40"), materials.gold),
      mass(ellipse(0, -70, 86), light),
      cutTo(ellipse(0, -70, 86), [
        patch(smooth("-90,-50 -30,-86 20,-46 90,-80 90,30 -90,30"), blend(light, materials.white, 0.35), 0.6),
        flat(star(24, -106, 4, 22, 6), materials.white, 0.9),
        flat(star(-20, -40, 4, 14, 4), materials.white, 0.8),
      ]),
      flat(ellipse(kit.lightSide * 34, -108, 17, 11, kit.lightSide * 40), materials.white, 0.85),
    ],
  };
};

const gem: DrawThing = (kit, colour) => {
  const stone = colour ?? kit.palette.accent;
  return {
    box: [-100, -190, 100, 40],
    nodes: [
      glow(0, -80, 200, stone, 0.5),
      mass(polygon("-62,-180 62,-180 102,-122 0,40 -102,-122"), stone),
      patch(polygon("-62,-180 -34,-122 -102,-122"), blend(stone, materials.white, 0.45)),
      patch(polygon("-62,-180 62,-180 34,-122 -34,-122"), blend(stone, materials.white, 0.25)),
      patch(polygon("34,-122 102,-122 0,40"), shift(stone, { l: -0.14 })),
      patch(polygon("-34,-122 -102,-122 0,40"), blend(stone, materials.white, 0.15)),
      flat(star(-58, -146, 4, 26, 5), materials.white),
    ],
  };
};

const camera: DrawThing = (kit, colour) => ({
  box: [-110, -130, 110, 40],
  nodes: [
    mass(box(-44, -134, 88, 50, 12), materials.iron),
    mass(box(-110, -106, 220, 146, 22), colour ?? tone(0.36, 0.03, 270)),
    patch(box(-110, -54, 220, 40), kit.palette.accent),
    mass(ellipse(0, -32, 58), materials.silver),
    mass(ellipse(0, -32, 42), tone(0.24, 0.04, 265)),
    flat(ellipse(-12, -46, 13), materials.glass, 0.9),
    flat(ellipse(82, -82, 11), materials.amber),
  ],
});

const wrench: DrawThing = (_kit, colour) => ({
  box: [-50, -220, 50, 110],
  nodes: [
    mass(
      "M-17 100V-120C-60 -146 -56 -210 -20 -222V-172L0 -158L20 -172V-222C56 -210 60 -146 17 -120V100A17 17 0 0 1 -17 100Z",
      colour ?? materials.steel,
    ),
    flat(ellipse(0, 84, 8), materials.iron),
  ],
});

const laptop: DrawThing = (kit, colour) => ({
  box: [-124, -150, 124, 40],
  nodes: [
    glow(0, -60, 170, kit.palette.accent, 0.4),
    mass(box(-108, -150, 216, 150, 14), colour ?? materials.iron),
    patch(box(-94, -137, 188, 124, 6), tone(0.24, 0.05, 265)),
    ...[0, 1, 2, 3].map((step) =>
      line(
        `M-76 ${-112 + step * 24}h${[92, 60, 120, 44][step]}`,
        step % 2 === 0 ? kit.palette.accent : materials.glass,
        7,
      ),
    ),
    mass(polygon("-124,34 124,34 108,0 -108,0"), shift(colour ?? materials.iron, { l: 0.14 })),
  ],
});

const starThing: DrawThing = (_kit, colour) => ({
  box: [-90, -180, 90, 10],
  nodes: [
    glow(0, -90, 170, colour ?? materials.amber, 0.6),
    mass(smooth(starPoints(), 0.25), colour ?? materials.amber),
    flat(ellipse(-22, -112, 12, 8, -30), materials.white, 0.8),
  ],
});

function starPoints(): [number, number][] {
  return Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const reach = index % 2 === 0 ? 92 : 44;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach - 88];
  });
}

const heart: DrawThing = (kit, colour) => ({
  box: [-96, -180, 96, 16],
  nodes: [
    glow(0, -80, 170, colour ?? materials.red, 0.5),
    mass(heartAt(0, -74, 88), colour ?? materials.red),
    flat(ellipse(kit.lightSide * 46, -118, 15, 24, kit.lightSide * 34), materials.white, 0.7),
  ],
});

const telescope: DrawThing = (_kit, colour) => ({
  box: [-70, -200, 70, 60],
  nodes: [
    place(
      [
        mass(box(-26, -40, 52, 100, 6), colour ?? materials.leather),
        mass(box(-32, -130, 64, 96, 6), colour ?? materials.gold),
        mass(box(-42, -206, 84, 82, 6), colour ?? materials.leather),
        mass(box(-47, -216, 94, 24, 8), materials.gold),
        mass(box(-31, 44, 62, 20, 8), materials.gold),
      ],
      { turn: 18 },
    ),
  ],
});

const mirror: DrawThing = (_kit, colour) => ({
  box: [-66, -220, 66, 90],
  nodes: [
    mass(ribbon("0,90 0,10 0,-80", [12, 10, 14]), colour ?? materials.gold),
    mass(ellipse(0, -140, 66, 78), colour ?? materials.gold),
    patch(ellipse(0, -140, 52, 63), materials.glass),
    line("M-22 -120l40 -50M0 -100l30 -38", materials.white, 8, 0.85),
  ],
});

const bone: DrawThing = (_kit, colour) => ({
  box: [-46, -170, 46, 90],
  nodes: [
    mass(
      `${box(-17, -130, 34, 190, 16)}${ellipse(-22, -140, 26)}${ellipse(22, -140, 26)}${ellipse(-22, 66, 26)}${ellipse(22, 66, 26)}`,
      colour ?? materials.bone,
    ),
  ],
});

const whisk: DrawThing = (_kit, colour) => ({
  box: [-46, -220, 46, 100],
  nodes: [
    mass(box(-12, -50, 24, 150, 12), materials.wood),
    line(
      "M-6 -50C-70 -150 -40 -216 0 -216C40 -216 70 -150 6 -50M-2 -50C-30 -150 -16 -214 0 -216C16 -214 30 -150 2 -50",
      colour ?? materials.silver,
      6,
    ),
  ],
});

const skull: DrawThing = (_kit, colour) => ({
  box: [-90, -180, 90, 30],
  nodes: [
    mass(mirrored("0,-180 66,-164 92,-96 70,-40 48,-26 44,24 0,30", 0.9), colour ?? materials.bone),
    ...[-1, 1].map((side) => flat(ellipse(side * 38, -84, 25, 28, side * 10), tone(0.24, 0.02, 280))),
    flat(polygon("0,-58 13,-30 -13,-30"), tone(0.24, 0.02, 280)),
    line("M-20 -6v30M0 -4v32M20 -6v30", tone(0.4, 0.03, 280), 5),
  ],
});

const compass: DrawThing = (kit, colour) => ({
  box: [-110, -230, 110, 20],
  nodes: [
    line(ellipse(0, -220, 22), materials.gold, 10),
    mass(ellipse(0, -90, 112), colour ?? materials.gold),
    mass(ellipse(0, -90, 90), materials.paper),
    ...[0, 90, 180, 270].map((turn) => place([line("M0 -78V-62", materials.iron, 7)], { y: -90, turn })),
    place(
      [
        mass(polygon("0,-72 17,0 -17,0"), kit.palette.accent),
        mass(polygon("0,72 17,0 -17,0"), materials.iron),
      ],
      { y: -90, turn: kit.random.range(-50, 50) },
    ),
    flat(ellipse(0, -90, 9), materials.gold),
  ],
});

const clock: DrawThing = (kit, colour) => {
  const turn = kit.random.fork("clock").range(0, 360);
  return {
    box: [-116, -240, 116, 24],
    nodes: [
      mass(ellipse(-64, -204, 38), kit.palette.accent),
      mass(ellipse(64, -204, 38), kit.palette.accent),
      line("M-70 -10l-28 34M70 -10l28 34", materials.iron, 18),
      mass(ellipse(0, -96, 116), colour ?? shift(kit.palette.accent, { l: -0.1 })),
      mass(ellipse(0, -96, 92), materials.cream),
      ...Array.from({ length: 12 }, (_, hour) =>
        place([line(hour % 3 === 0 ? "M0 -80V-62" : "M0 -80V-72", materials.iron, 6)], {
          y: -96,
          turn: hour * 30,
        }),
      ),
      place([line("M0 6V-46", materials.iron, 11)], { y: -96, turn }),
      place([line("M0 6V-66", kit.palette.accent, 7)], { y: -96, turn: turn * 12 }),
    ],
  };
};

export const gadgets = {
  flower,
  orb,
  gem,
  camera,
  wrench,
  laptop,
  star: starThing,
  heart,
  telescope,
  mirror,
  bone,
  whisk,
  skull,
  compass,
  clock,
};
