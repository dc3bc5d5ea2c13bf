import { blend, shift } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon, smooth } from "../path.ts";
import { drawCloud, drawSky } from "./sky.ts";
import { type DrawSetting, depthTones, ridge, scatter } from "./stage.ts";

export const city: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("city");
  const isDark = kit.palette.sky.l < 0.55;
  const lit = isDark ? blend(materials.amber, kit.palette.accent, 0.25) : kit.palette.light;
  const rows = depthTones(stage, blend, 3).flatMap((colour, row): Node[] => {
    let x = -random.range(0, 60);
    const nodes: Node[] = [];
    while (x < width) {
      const w = random.range(70, 130) * (1 + row * 0.2);
      const top = height * (random.range(0.3, 0.56) + row * 0.13);
      const own = blend(kit.palette.sky, shift(colour, { l: random.range(-0.02, 0.03) }), 0.55 + row * 0.22);
      nodes.push(mass(box(x, top, w, height - top + 40, 3), own));
      if (random.chance(0.35))
        nodes.push(
          mass(
            polygon([
              [x + w * 0.3, top],
              [x + w * 0.5, top - random.range(30, 80)],
              [x + w * 0.7, top],
            ]),
            own,
          ),
        );
      if (row > 0) {
        const cell = 22 + row * 4;
        for (let wy = top + 18; wy < height * 0.95; wy += cell * 1.5)
          for (let wx = x + 12; wx < x + w - cell * 0.7; wx += cell)
            if (random.chance(0.42))
              nodes.push(flat(box(wx, wy, cell * 0.5, cell * 0.7, 2), lit, isDark ? 0.85 : 0.55));
      }
      x += w + random.range(-4, 16);
    }
    return [
      ...nodes,
      glow(width / 2, height * (0.8 + row * 0.05), width * 0.8, kit.palette.light, 0.16, 160),
    ];
  });
  return {
    back: [
      ...drawSky(stage, true),
      drawCloud(stage, random.range(0, width), height * 0.18, 80, 0.6),
      ...rows,
      mass(ridge(stage, random, stage.groundY - 10, 2, 2), shift(kit.palette.near, { l: -0.06 })),
    ],
    front: [],
  };
};

export const library: DrawSetting = (stage) => {
  const { kit, width, height, lamp } = stage;
  const random = kit.random.fork("library");
  const wall = shift(kit.palette.near, { l: 0.03 });
  const wood = blend(kit.palette.near, materials.darkWood, 0.55);
  const bookTones = [
    kit.palette.accent,
    kit.palette.far,
    shift(kit.palette.accent, { h: 60, c: 0.6 }),
    materials.leather,
    shift(kit.palette.far, { l: 0.12 }),
    blend(kit.palette.sky, materials.paper, 0.4),
  ] as const;
  const shelves: Node[] = [];
  const step = height * 0.19;
  for (let y = height * 0.14; y < height * 0.95; y += step) {
    let x = 10;
    while (x < width) {
      const [w, h] = [random.range(16, 40), step * random.range(0.54, 0.8)];
      if (random.chance(0.9))
        shelves.push(
          patch(box(x, y - h, w, h, 3), blend(random.pick(bookTones), wall, 0.42)),
          flat(box(x + 3, y - h * 0.8, w - 6, 5), kit.palette.light, 0.25),
        );
      x += w + (random.chance(0.12) ? random.range(16, 60) : 2);
    }
    shelves.push(mass(box(-20, y, width + 40, 20), wood));
  }
  const [wx, wy] = [lamp[0], height * 0.28];
  const pane = `M${wx - 120} ${wy + 190}V${wy - 40}A120 130 0 0 1 ${wx + 120} ${wy - 40}V${wy + 190}Z`;
  return {
    back: [
      flat(box(-20, -20, width + 40, height + 40), wall),
      ...shelves,
      mass(`M${wx - 146} ${wy + 214}V${wy - 40}A146 156 0 0 1 ${wx + 146} ${wy - 40}V${wy + 214}Z`, wood),
      patch(pane, blend(kit.palette.sky, kit.palette.light, 0.45)),
      cutTo(pane, [mass(ellipse(wx - 60, wy + 210, 170, 110), blend(kit.palette.sky, kit.palette.far, 0.5))]),
      line(`M${wx} ${wy - 170}V${wy + 190}M${wx - 120} ${wy + 20}H${wx + 120}`, wood, 12),
      glow(wx, wy, 460, kit.palette.light, 0.5),
      flat(
        polygon([
          [wx - 110, wy + 190],
          [wx + 110, wy + 190],
          [wx - kit.lightSide * 240 + 200, height],
          [wx - kit.lightSide * 240 - 240, height],
        ]),
        kit.palette.light,
        0.14,
      ),
      mass(box(-20, stage.groundY - 4, width + 40, height, 0), shift(wood, { l: -0.03 })),
    ],
    front: [],
  };
};

export const cave: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("cave");
  const rock = shift(kit.palette.near, { l: -0.08 });
  const crystal = (x: number, y: number, tall: number, colour: typeof rock): Node[] => [
    glow(x, y - tall * 0.5, tall, colour, 0.4),
    mass(
      polygon([
        [x - tall * 0.16, y],
        [x - tall * 0.2, y - tall * 0.66],
        [x, y - tall],
        [x + tall * 0.2, y - tall * 0.62],
        [x + tall * 0.15, y],
      ]),
      colour,
    ),
    patch(
      polygon([
        [x, y],
        [x, y - tall],
        [x + tall * 0.2, y - tall * 0.62],
        [x + tall * 0.15, y],
      ]),
      shift(colour, { l: -0.1 }),
    ),
  ];
  const teeth = scatter(stage, random, 9).map((x) =>
    mass(
      polygon([
        [x - random.range(40, 80), -20],
        [x + random.range(40, 80), -20],
        [x + random.range(-10, 10), random.range(90, 300)],
      ]),
      shift(rock, { l: random.range(0, 0.05) }),
    ),
  );
  const gems = scatter(stage, random, 7).flatMap((x, index) =>
    crystal(
      x,
      stage.groundY + random.range(-10, 30),
      random.range(90, 230),
      index % 2 === 0 ? kit.palette.accent : shift(kit.palette.accent, { h: 60, l: 0.06 }),
    ),
  );
  return {
    back: [
      ...drawSky(stage, false),
      glow(width / 2, height * 0.5, width * 0.6, shift(kit.palette.accent, { l: 0.1 }), 0.4),
      mass(ridge(stage, random, height * 0.6, 70, 6, 0.5), blend(rock, kit.palette.far, 0.5)),
      ...teeth,
      mass(ridge(stage, random, stage.groundY - 30, 26, 5, 0.5), rock),
      ...gems,
    ],
    front: [0, 1].map((side) =>
      mass(
        smooth(
          [
            [side * width - 60 + side * 120, -40],
            [side * width + (side ? -90 : 90), height * 0.2],
            [side * width + (side ? -30 : 30), height * 0.5],
            [side * width + (side ? -100 : 100), height * 0.86],
            [side * width + (side ? -40 : 40), height + 40],
            [side * width - 80 + side * 160, height + 40],
          ],
          0.8,
        ),
        shift(rock, { l: -0.07 }),
      ),
    ),
  };
};
