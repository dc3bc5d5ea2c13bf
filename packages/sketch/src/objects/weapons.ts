import { blend, shift } from "../colour.ts";
import { glow, line, mass, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, ribbon, smooth, star } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

const sword: DrawThing = (kit, colour) => {
  const blade = colour ?? materials.silver;
  return {
    box: [-56, -290, 56, 62],
    nodes: [
      mass(polygon("-17,-34 -15,-250 0,-288 15,-250 17,-34"), blade),
      patch(polygon("0,-34 0,-288 15,-250 17,-34"), shift(blade, { l: -0.12 })),
      mass(box(-9, -34, 18, 76, 6), materials.leather),
      mass(smooth("-54,-40 0,-30 54,-40 58,-26 0,-14 -58,-26", 0.6), materials.gold),
      mass(ellipse(0, 48, 14), kit.palette.accent),
    ],
  };
};

const dagger: DrawThing = (kit, colour) => {
  const drawn = sword(kit, colour);
  return { ...drawn, nodes: [place(drawn.nodes, { scale: 0.68 })], box: [-40, -200, 40, 42] };
};

const staff: DrawThing = (kit, colour) => {
  const light = colour ?? kit.palette.accent;
  return {
    box: [-56, -282, 56, 190],
    nodes: [
      mass(ribbon("6,190 -4,40 5,-90 0,-190", [10, 11, 10, 9]), materials.wood),
      mass(ribbon("0,-180 -44,-206 -40,-262 -12,-276", [10, 11, 9, 3]), materials.wood),
      mass(ribbon("0,-180 44,-206 40,-250", [10, 10, 3]), materials.wood),
      glow(0, -232, 110, light, 0.8),
      mass(polygon("0,-276 26,-236 0,-194 -26,-236"), light),
      patch(polygon("0,-276 0,-194 -26,-236"), blend(light, materials.white, 0.5)),
    ],
  };
};

const wand: DrawThing = (kit, colour) => ({
  box: [-50, -190, 50, 46],
  nodes: [
    line("M0 44L0 -110", colour ?? materials.darkWood, 14),
    line("M0 -92V-112", materials.white, 14),
    glow(0, -140, 90, materials.amber, 0.8),
    patch(star(0, -140, 5, 42, 18), materials.amber),
    patch(star(38, -190, 4, 15, 5), kit.palette.accent),
  ],
});

const axe: DrawThing = (kit, colour) => ({
  box: [-100, -240, 60, 130],
  nodes: [
    mass(ribbon("0,130 0,-40 0,-215", [11, 10, 9]), materials.wood),
    mass(smooth("-6,-214 -58,-238 -100,-170 -62,-96 -6,-130", 0.6), colour ?? materials.steel),
    patch(smooth("-62,-234 -100,-170 -66,-100 -78,-168", 0.7), materials.white, 0.75),
    mass(polygon("6,-200 50,-172 6,-144"), colour ?? materials.steel),
    patch(box(-13, -208, 26, 20, 5), kit.palette.accent),
  ],
});

const hammer: DrawThing = (kit, colour) => ({
  box: [-78, -214, 78, 110],
  nodes: [
    mass(ribbon("0,110 0,0 0,-140", [12, 11, 11]), materials.wood),
    mass(box(-78, -214, 156, 82, 14), colour ?? materials.steel),
    patch(box(-78, -214, 26, 82, 10), kit.palette.accent),
    patch(box(52, -214, 26, 82, 10), kit.palette.accent),
  ],
});

const shield: DrawThing = (kit, colour) => {
  const face = colour ?? kit.palette.accent;
  const rim = mirrored("0,-116 96,-98 98,0 62,88 0,132", 0.6);
  return {
    box: [-100, -118, 100, 134],
    nodes: [
      mass(rim, materials.silver),
      place([mass(rim, face), patch("M0 -116L0 132C60 90 98 0 96 -98Z", shift(face, { l: -0.09 }))], {
        scale: 0.84,
      }),
      mass(star(0, -4, 5, 46, 20), materials.gold),
    ],
  };
};

const bow: DrawThing = (kit, colour) => ({
  box: [-40, -190, 110, 190],
  nodes: [
    line("M-24 -184L-24 184", materials.cream, 4),
    mass(ribbon("-26,-190 28,-130 34,0 28,130 -26,190", [4, 10, 13, 10, 4]), colour ?? materials.wood),
    line("M-50 0H104", materials.darkWood, 7),
    mass(polygon("98,-15 132,0 98,15"), materials.steel),
    patch(polygon("-58,-16 -22,0 -58,16"), kit.palette.accent),
  ],
});

const spear: DrawThing = (kit, colour) => ({
  box: [-36, -300, 36, 190],
  nodes: [
    mass(ribbon("0,190 0,0 0,-220", [8, 8, 8]), materials.wood),
    mass(polygon("-25,-214 0,-302 25,-214 0,-188"), colour ?? materials.steel),
    mass(ribbon("0,-186 30,-160 24,-124", [8, 10, 3]), kit.palette.accent),
  ],
});

const trident: DrawThing = (_kit, colour) => ({
  box: [-62, -270, 62, 190],
  nodes: [
    line("M0 190V-170", colour ?? materials.wood, 15),
    line("M-48 -240V-190Q-48 -156 0 -156Q48 -156 48 -190V-240M0 -160V-252", colour ?? materials.gold, 13),
    ...[-48, 0, 48].map((x) =>
      mass(
        polygon([
          [x - 16, -236],
          [x, -276],
          [x + 16, -236],
        ]),
        colour ?? materials.gold,
      ),
    ),
  ],
});

const scythe: DrawThing = (_kit, colour) => ({
  box: [-150, -260, 50, 190],
  nodes: [
    mass(ribbon("14,190 -4,0 6,-230", [9, 9, 9]), materials.darkWood),
    mass(smooth("10,-236 -70,-258 -154,-180 -84,-212 6,-204", 0.7), colour ?? materials.silver),
  ],
});

const gun: DrawThing = (kit, colour) => ({
  box: [-50, -130, 130, 50],
  nodes: [
    mass(smooth("-34,-80 30,-92 58,-60 40,-34 -34,-34", 0.6), colour ?? materials.red),
    mass(box(-30, -40, 36, 84, 10), materials.iron),
    mass(box(50, -72, 62, 22, 8), materials.silver),
    ...[0, 1].map((step) => mass(box(62 + step * 22, -80, 10, 38, 5), kit.palette.accent)),
    glow(120, -61, 46, kit.palette.accent, 0.9),
  ],
});

const pickaxe: DrawThing = (_kit, colour) => ({
  box: [-120, -230, 120, 130],
  nodes: [
    mass(ribbon("0,130 0,0 0,-190", [11, 10, 10]), materials.wood),
    mass(
      smooth("-124,-148 -60,-204 0,-216 60,-204 124,-148 56,-182 0,-182 -56,-182", 0.8),
      colour ?? materials.steel,
    ),
  ],
});

export const weapons = {
  sword,
  dagger,
  staff,
  wand,
  axe,
  hammer,
  shield,
  bow,
  spear,
  trident,
  scythe,
  gun,
  pickaxe,
};
