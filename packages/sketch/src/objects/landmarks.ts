import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";
import { door, lit } from "./masonry.ts";

const lighthouse: DrawThing = (kit, colour) => {
  const body = polygon("-68,20 -44,-250 44,-250 68,20");
  const beam = kit.lightSide;
  return {
    box: [-170, -350, 170, 50],
    nodes: [
      flat(
        polygon([
          [0, -290],
          [beam * -620, -380],
          [beam * -620, -190],
        ]),
        materials.amber,
        0.4,
      ),
      flat(
        polygon([
          [0, -290],
          [beam * 620, -350],
          [beam * 620, -230],
        ]),
        materials.amber,
        0.25,
      ),
      glow(0, -290, 200, materials.amber, 0.8),
      mass(smooth("-170,50 -120,0 0,-16 120,0 170,50", 0.7), tone(0.42, 0.03, 260)),
      mass(body, materials.white),
      cutTo(
        body,
        [0, 1, 2].map((step) =>
          patch(
            polygon([
              [-100, -30 - step * 92],
              [100, -56 - step * 92],
              [100, -12 - step * 92],
              [-100, 14 - step * 92],
            ]),
            colour ?? kit.palette.main,
          ),
        ),
      ),
      mass(box(-58, -262, 116, 20, 6), tone(0.34, 0.03, 260)),
      patch(box(-34, -322, 68, 62, 6), materials.amber),
      line("M-12 -322V-262M12 -322V-262", tone(0.34, 0.03, 260), 5),
      mass(polygon("-46,-318 0,-366 46,-318"), colour ?? kit.palette.main),
      ...door(0, 20, 46, 76),
      ...[-140, -60].flatMap((y) => lit(-12, y - 34, 24, 34, true)),
    ],
  };
};

const pagoda: DrawThing = (kit, colour) => {
  const roof = colour ?? kit.palette.main;
  const storey = (y: number, w: number): Node[] => [
    mass(box(-w * 0.62, y - 74, w * 1.24, 76, 2), blend(materials.cream, kit.palette.sky, 0.15)),
    ...[-0.56, -0.2, 0.2, 0.56].map((at) => line(`M${w * at} ${y - 72}v72`, tone(0.5, 0.15, 28), 10)),
    ...lit(-w * 0.12, y - 56, w * 0.24, 44),
    mass(
      smooth(
        [
          [-w * 1.24, y - 84],
          [-w * 0.9, y - 70],
          [0, y - 66],
          [w * 0.9, y - 70],
          [w * 1.24, y - 84],
          [w * 0.7, y - 104],
          [w * 0.4, y - 132],
          [-w * 0.4, y - 132],
          [-w * 0.7, y - 104],
        ],
        0.7,
      ),
      roof,
    ),
    line(`M${-w * 1.1} ${y - 76}Q0 ${y - 58} ${w * 1.1} ${y - 76}`, materials.gold, 5),
  ];
  return {
    box: [-230, -440, 230, 30],
    nodes: [
      mass(box(-200, -4, 400, 32, 6), tone(0.62, 0.02, 260)),
      ...storey(0, 170),
      ...storey(-122, 134),
      ...storey(-244, 98),
      line("M0 -374V-440", materials.gold, 10),
      ...[0, 1, 2].map((step) => mass(ellipse(0, -392 - step * 18, 16 - step * 4, 7), materials.gold)),
      ...[-170, 170].flatMap((x) => [
        line(`M${x} -90v24`, materials.darkWood, 4),
        glow(x, -50, 50, materials.flame, 0.6),
        mass(ellipse(x, -50, 18, 22), tone(0.66, 0.2, 35)),
      ]),
    ],
  };
};

const windmill: DrawThing = (kit, colour) => {
  const turn = kit.random.fork("sails").range(10, 80);
  const sail: Node[] = [
    line("M0 0V-196", materials.darkWood, 10),
    mass(box(6, -192, 52, 140, 4), materials.cream),
    line("M6 -150H58M6 -108H58M32 -192V-52", materials.wood, 4),
  ];
  return {
    box: [-220, -400, 220, 20],
    nodes: [
      mass(
        polygon("-104,20 -64,-210 64,-210 104,20"),
        colour ?? blend(kit.palette.main, materials.cream, 0.4),
      ),
      mass(smooth("-78,-204 -60,-262 0,-286 60,-262 78,-204", 0.9), kit.palette.accent),
      ...lit(-18, -150, 36, 50, true),
      ...door(0, 20, 60, 96),
      place(
        [0, 90, 180, 270].map((step) => place(sail, { turn: step })),
        { y: -226, turn },
      ),
      mass(ellipse(0, -226, 18), materials.gold),
    ],
  };
};

const pyramid: DrawThing = (kit, colour) => {
  const stone = colour ?? tone(0.8, 0.1, 80);
  const one = (x: number, size: number): Node[] => [
    mass(
      polygon([
        [x - size, 20],
        [x, 20 - size * 1.16],
        [x + size, 20],
      ]),
      stone,
    ),
    patch(
      polygon([
        [x, 20 - size * 1.16],
        [x - kit.lightSide * size, 20],
        [x - kit.lightSide * size * -0.16, 20],
      ]),
      shift(stone, { l: -0.14 }),
    ),
    ...[0.25, 0.5, 0.75].map((at) =>
      line(
        `M${x - size * at} ${20 - size * 1.16 * (1 - at)}H${x + size * at}`,
        shift(stone, { l: -0.1 }),
        4,
        0.7,
      ),
    ),
    patch(
      polygon([
        [x - size * 0.14, 20 - size],
        [x, 20 - size * 1.16],
        [x + size * 0.14, 20 - size],
      ]),
      materials.gold,
    ),
  ];
  return {
    box: [-300, -280, 300, 30],
    nodes: [
      ...one(-190, 120),
      ...one(190, 140),
      ...one(0, 250),
      glow(0, -270, 90, materials.amber, 0.7),
      mass("M-24 20V-20a24 24 0 0 1 48 0V20Z", materials.darkWood),
    ],
  };
};

const bridge: DrawThing = (kit, colour) => {
  const steel = colour ?? kit.palette.main;
  const cables = Array.from({ length: 13 }, (_, index) => {
    const x = -132 + index * 22;
    return line(`M${x} ${-60 - ((x * x) / (154 * 154)) * 150}V10`, steel, 4);
  });
  return {
    box: [-330, -290, 330, 120],
    nodes: [
      line("M-150 -240Q0 130 150 -240M-150 -240Q-230 -20 -340 0M150 -240Q230 -20 340 0", steel, 10),
      ...cables,
      ...[-150, 150].flatMap((x) => [
        mass(box(x - 24, -270, 18, 400, 3), steel),
        mass(box(x + 6, -270, 18, 400, 3), steel),
        ...[-220, -130, -40].map((y) => mass(box(x - 24, y, 48, 16, 3), shift(steel, { l: -0.06 }))),
      ]),
      mass(box(-360, 4, 720, 28, 4), shift(steel, { l: -0.1 })),
      line("M-360 18H360", materials.cream, 3),
    ],
  };
};

export const landmarks = { lighthouse, pagoda, windmill, pyramid, bridge };
