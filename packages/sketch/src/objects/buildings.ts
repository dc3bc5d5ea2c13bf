import { blend, shift, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";
import { door, lit } from "./masonry.ts";

const house: DrawThing = (kit, colour) => {
  const roof = colour ?? kit.palette.main;
  const wall = blend(materials.cream, kit.palette.sky, 0.15);
  return {
    box: [-220, -310, 220, 20],
    nodes: [
      mass(box(84, -300, 52, 120, 4), tone(0.56, 0.09, 40)),
      ...[0, 1, 2].map((step) =>
        mass(
          ellipse(110 + step * 16, -326 - step * 40, 22 + step * 9, 18 + step * 7),
          kit.palette.light,
          0.7,
        ),
      ),
      mass(box(-160, -150, 320, 170, 4), wall),
      mass(polygon("-206,-134 -70,-292 70,-292 206,-134"), roof),
      ...[0, 1, 2].map((row) =>
        line(`M${-168 + row * 36} ${-168 - row * 42}H${168 - row * 36}`, shift(roof, { l: -0.09 }), 5),
      ),
      mass(polygon("-52,-196 0,-254 52,-196"), shift(roof, { l: 0.05 })),
      mass(box(-40, -198, 80, 62, 4), wall),
      ...lit(-20, -190, 40, 46, true),
      ...lit(-128, -110, 66, 66),
      ...lit(64, -110, 66, 66),
      ...door(0, 20, 66, 112),
      ...[-128, 64].flatMap((x) => [
        mass(box(x - 8, -44, 82, 16, 5), materials.wood),
        ...[0, 1, 2].map((step) =>
          mass(ellipse(x + 12 + step * 22, -50, 13), step === 1 ? kit.palette.accent : materials.green),
        ),
      ]),
      ...[-190, 190].map((x) => mass(ellipse(x, 4, 44, 32), materials.leaf)),
    ],
  };
};

const castle: DrawThing = (kit, colour) => {
  const stone = blend(tone(0.74, 0.025, 260), colour ?? kit.palette.main, 0.28);
  const roof = colour ?? kit.palette.accent;
  const tower = (x: number, w: number, h: number, shade: number): Node[] => [
    mass(box(x - w / 2, -h, w, h + 20, 3), shift(stone, { l: shade })),
    mass(
      Array.from({ length: 4 }, (_, index) => box(x - w * 0.6 + index * w * 0.33, -h - 24, w * 0.2, 30)).join(
        "",
      ) + box(x - w * 0.6, -h - 4, w * 1.2, 20),
      shift(stone, { l: shade + 0.03 }),
    ),
    mass(
      polygon([
        [x - w * 0.52, -h - 22],
        [x, -h - w * 1.35],
        [x + w * 0.52, -h - 22],
      ]),
      roof,
    ),
    line(`M${x} ${-h - w * 1.35}v-44`, materials.darkWood, 5),
    mass(
      polygon([
        [x, -h - w * 1.35 - 46],
        [x + 40, -h - w * 1.35 - 34],
        [x, -h - w * 1.35 - 20],
      ]),
      kit.palette.accent,
    ),
    ...lit(x - w * 0.14, -h * 0.78, w * 0.28, w * 0.42, true),
  ];
  return {
    box: [-230, -430, 230, 30],
    nodes: [
      ...tower(0, 120, 280, -0.03),
      ...tower(-170, 92, 200, -0.05),
      ...tower(170, 92, 220, -0.05),
      mass(box(-150, -140, 300, 160), stone),
      mass([-150, -90, -30, 30, 90].map((x) => box(x, -166, 36, 32)).join(""), stone),
      ...[-106, 74].flatMap((x) => lit(x, -104, 32, 44, true)),
      mass("M-56 20V-50a56 56 0 0 1 112 0V20Z", materials.darkWood),
      line("M-28 20V-90M0 20V-104M28 20V-90M-54 -40H54M-56 -8H56", shift(materials.darkWood, { l: 0.12 }), 5),
      ...[-120, 120].map((x) =>
        mass(
          polygon([
            [x - 18, -120],
            [x + 18, -120],
            [x + 18, -64],
            [x, -46],
            [x - 18, -64],
          ]),
          kit.palette.accent,
        ),
      ),
    ],
  };
};

const tower: DrawThing = (kit, colour) => {
  const stone = colour ?? kit.palette.main;
  const floors = Array.from({ length: 6 }, (_, row) =>
    [-44, -14, 16].map((x) =>
      flat(
        box(x, -300 + row * 48, 22, 30, 3),
        (row * 7 + x) % 3 === 0 ? kit.palette.light : materials.amber,
        0.9,
      ),
    ),
  ).flat();
  return {
    box: [-150, -440, 150, 20],
    nodes: [
      mass(box(-140, -180, 120, 200, 4), shift(stone, { l: -0.1 })),
      mass(box(40, -230, 104, 250, 4), shift(stone, { l: -0.07 })),
      ...[-120, -84, -48].flatMap((x) =>
        [-150, -100, -50].map((y) => flat(box(x, y, 20, 28, 3), materials.amber, 0.8)),
      ),
      ...[68, 100].flatMap((x) =>
        [-200, -150, -100, -50].map((y) => flat(box(x, y, 20, 28, 3), materials.amber, 0.8)),
      ),
      mass(polygon("-68,20 -68,-320 -40,-344 40,-344 68,-320 68,20"), stone),
      mass(polygon("-36,-344 0,-404 36,-344"), kit.palette.accent),
      line("M0 -400V-450", materials.iron, 6),
      glow(0, -452, 40, materials.red, 0.9),
      flat(ellipse(0, -452, 8), materials.red),
      ...floors,
      ...door(0, 20, 44, 50),
    ],
  };
};

export const buildings = { house, castle, tower };
