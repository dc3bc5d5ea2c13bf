import { blend, shift } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, smooth, star } from "../path.ts";
import { drawCloud, drawSky } from "./sky.ts";
import { type DrawSetting, depthTones, ridge, scatter } from "./stage.ts";

export const space: DrawSetting = (stage) => {
  const { kit, width, height, lamp } = stage;
  const random = kit.random.fork("space");
  const stars = Array.from({ length: 90 }, (_, index) =>
    flat(
      index % 9 === 0
        ? star(random.range(0, width), random.range(0, height), 4, random.range(9, 20), 2.5)
        : ellipse(random.range(0, width), random.range(0, height), random.range(1.2, 3.6)),
      kit.palette.light,
      random.range(0.4, 1),
    ),
  );
  const clouds = Array.from({ length: 6 }, (_, index) =>
    glow(
      random.range(0, width),
      random.range(0, height),
      random.range(220, 420),
      index % 2 === 0 ? kit.palette.accent : shift(kit.palette.sky, { l: 0.22, c: 1.6, h: 40 }),
      0.34,
      random.range(120, 260),
    ),
  );
  const radius = random.range(90, 170);
  const planet = blend(kit.palette.accent, kit.palette.far, 0.35);
  const [x, y] = [lamp[0], lamp[1] + 20];
  const ringed: Node[] = random.chance(0.6)
    ? [
        line(
          `M${x - radius * 1.7} ${y + radius * 0.36}C${x - radius * 1.2} ${y + radius * 0.9} ${x + radius * 1.5} ${y + radius * 0.1} ${x + radius * 1.7} ${y - radius * 0.4}`,
          kit.palette.light,
          12,
          0.8,
        ),
      ]
    : [];
  const ground = random.chance(0.6)
    ? [
        mass(ellipse(width / 2, height * 1.5 + 330, width * 1.1, height * 0.5 + 420), kit.palette.near),
        ...[0.18, 0.42, 0.66, 0.9].map((at) =>
          patch(
            ellipse(width * at, height * 0.93 + random.range(0, 30), random.range(30, 70), 15),
            shift(kit.palette.near, { l: -0.07 }),
          ),
        ),
      ]
    : [];
  return {
    back: [
      flat(box(-20, -20, width + 40, height + 40), shift(kit.palette.sky, { l: -0.06 })),
      ...clouds,
      ...stars,
      glow(x, y, radius * 2.2, planet, 0.5),
      mass(ellipse(x, y, radius), planet),
      patch(
        ellipse(x - radius * 0.2, y - radius * 0.3, radius * 0.62, radius * 0.12, -14),
        shift(planet, { l: 0.08 }),
        0.6,
      ),
      patch(
        ellipse(x + radius * 0.1, y + radius * 0.28, radius * 0.74, radius * 0.13, -14),
        shift(planet, { l: -0.08 }),
        0.6,
      ),
      ...ringed,
      ...ground,
    ],
    front: [],
  };
};

export const clouds: DrawSetting = (stage) => {
  const { kit, height } = stage;
  const random = kit.random.fork("clouds");
  const rows = [0, 1, 2].flatMap((row) =>
    scatter(stage, random, 4).map((x) =>
      drawCloud(
        stage,
        x,
        height * (0.56 + row * 0.16) + random.range(-50, 30),
        random.range(120, 210),
        0.6 + row * 0.18,
      ),
    ),
  );
  return {
    back: [...drawSky(stage, true), ...rows],
    front: scatter(stage, random, 4).map((x) =>
      drawCloud(stage, x, height + 30, random.range(130, 200), 0.95),
    ),
  };
};

export const volcano: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("volcano");
  const x = width / 2 + kit.lightSide * width * 0.22;
  const top = height * random.range(0.26, 0.36);
  const rock = shift(kit.palette.near, { l: -0.06 });
  const tones = depthTones(stage, blend, 2);
  const sparks = Array.from({ length: 26 }, () =>
    flat(
      ellipse(x + random.range(-180, 180), random.range(0, top + 80), random.range(2, 7)),
      materials.amber,
      0.9,
    ),
  );
  return {
    back: [
      ...drawSky(stage, false),
      glow(x, top, 420, materials.flame, 0.85),
      ...[0, 1, 2].map((step) =>
        mass(
          ellipse(
            x + random.range(-60, 60) + step * 50,
            top - 60 - step * 90,
            80 + step * 36,
            60 + step * 26,
          ),
          blend(rock, kit.palette.sky, 0.4 + step * 0.15),
          0.7,
        ),
      ),
      mass(
        smooth(
          [
            [x - 480, height],
            [x - 190, height * 0.66],
            [x - 74, top],
            [x + 74, top],
            [x + 190, height * 0.66],
            [x + 480, height],
          ],
          0.6,
        ),
        blend(rock, tones[0] ?? rock, 0.35),
      ),
      patch(
        smooth(
          [
            [x - 70, top + 2],
            [x + 70, top + 2],
            [x + 40, top + 60],
            [x + 66, top + 190],
            [x + 24, top + 120],
            [x - 10, top + 260],
            [x - 30, top + 90],
            [x - 56, top + 130],
          ],
          0.7,
        ),
        materials.flame,
      ),
      patch(ellipse(x, top + 4, 72, 14), materials.amber),
      ...sparks,
      mass(ridge(stage, random, stage.groundY - 50, 26, 5, 0.4), rock),
      glow(width / 2, height, width * 0.6, materials.flame, 0.35, 110),
    ],
    front: [],
  };
};
