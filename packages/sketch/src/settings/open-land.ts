import { blend, shift, tone } from "../colour.ts";
import { flat, glow, mass, type Node, patch, place } from "../drawing.ts";
import { ellipse, type Point, polygon, smooth } from "../path.ts";
import { frontGrass, pine, roundTree } from "./growth.ts";
import { drawCloud, drawSky } from "./sky.ts";
import { type DrawSetting, depthTones, ridge, scatter } from "./stage.ts";

export const mountains: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("mountains");
  const tones = depthTones(stage, blend, 3);
  const peaks = [0, 1].flatMap((row): Node[] => {
    const base = height * (0.72 + row * 0.1);
    return scatter(stage, random, 3 + row).flatMap((x) => {
      const rise = height * random.range(0.26, 0.46) * (1 - row * 0.3);
      const half = rise * random.range(0.75, 1.05);
      const tipX = x + half * random.range(-0.15, 0.15);
      const colour = blend(kit.palette.sky, tones[row] ?? kit.palette.far, row === 0 ? 0.65 : 1);
      const shade: Point[] = [
        [tipX, base - rise],
        [x - kit.lightSide * half, base + 60],
        [x + kit.lightSide * half * 0.1, base + 60],
        [tipX - kit.lightSide * half * 0.14, base - rise * 0.5],
      ];
      const snow: Point[] = [
        [tipX, base - rise],
        [tipX + half * 0.27, base - rise * 0.7],
        [tipX + half * 0.1, base - rise * 0.76],
        [tipX, base - rise * 0.62],
        [tipX - half * 0.12, base - rise * 0.77],
        [tipX - half * 0.26, base - rise * 0.7],
      ];
      return [
        mass(
          polygon([
            [x - half, base + 60],
            [tipX, base - rise],
            [x + half, base + 60],
          ]),
          colour,
        ),
        patch(polygon(shade), shift(colour, { l: -0.06 })),
        patch(polygon(snow), blend(kit.palette.light, colour, 0.15)),
      ];
    });
  });
  const clouds = [
    drawCloud(stage, random.range(0, width), height * random.range(0.16, 0.4), random.range(70, 120), 0.8),
  ];
  return {
    back: [
      ...drawSky(stage, true),
      ...clouds,
      ...peaks,
      glow(width / 2, height * 0.78, width * 0.8, kit.palette.light, 0.4, 120),
      mass(ridge(stage, random, height * 0.8, 26, 4), tones[1] ?? kit.palette.far),
      ...scatter(stage, random, 7).map((x) =>
        place(pine(random.range(110, 210), kit.palette.near), { x, y: height * 0.86 }),
      ),
      mass(ridge(stage, random, stage.groundY - 26, 14, 3), kit.palette.near),
    ],
    front: frontGrass(stage, shift(kit.palette.near, { l: -0.08 }), false),
  };
};

export const field: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("field");
  const tones = depthTones(stage, blend, 3);
  return {
    back: [
      ...drawSky(stage, true),
      ...[0, 1, 2].map((step) =>
        drawCloud(stage, random.range(0, width), height * (0.14 + step * 0.11), random.range(50, 110)),
      ),
      ...tones.flatMap((colour, row) =>
        [
          mass(ridge(stage, random, height * (0.62 + row * 0.085), 34, 3), colour),
          ...scatter(stage, random, 4).map((x) =>
            place(
              (random.chance(0.6) ? roundTree : pine)(
                random.range(80, 130) * (1 + row * 0.3),
                shift(colour, { l: -0.07 }),
              ),
              { x, y: height * (0.65 + row * 0.085) },
            ),
          ),
        ].slice(0, row === 2 ? 1 : 9),
      ),
    ],
    front: frontGrass(stage, shift(kit.palette.near, { l: -0.07 }), true),
  };
};

export const forest: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("forest");
  const tones = depthTones(stage, blend, 3);
  const tree = random.chance(0.55) ? pine : roundTree;
  const shafts = [0, 1, 2].map((step) =>
    flat(
      polygon([
        [stage.lamp[0] - 60 + step * 70, -20],
        [stage.lamp[0] + step * 90, -20],
        [width / 2 - kit.lightSide * (180 - step * 200) + 90, height],
        [width / 2 - kit.lightSide * (180 - step * 200) - 110, height],
      ]),
      kit.palette.light,
      0.13,
    ),
  );
  return {
    back: [
      ...drawSky(stage, true),
      ...tones.flatMap((colour, row) => [
        ...scatter(stage, random, 9 - row * 2).map((x) =>
          place(
            tree(
              height * random.range(0.42, 0.6) * (1 + row * 0.22),
              blend(kit.palette.sky, colour, 0.6 + row * 0.2),
            ),
            { x, y: height * (0.78 + row * 0.045) },
          ),
        ),
        glow(width / 2, height * (0.78 + row * 0.03), width * 0.7, kit.palette.light, 0.22, 110),
      ]),
      ...shafts,
      mass(ridge(stage, random, height * 0.765, 10, 3), kit.palette.near),
    ],
    front: [
      ...frontGrass(stage, shift(kit.palette.near, { l: -0.09 }), true),
      ...[0, 1].map((side) =>
        mass(
          smooth(
            [
              [side * width, -40],
              [side * width + (side ? -1 : 1) * 150, -30],
              [side * width + (side ? -1 : 1) * 60, 90],
              [side * width + (side ? -1 : 1) * 90, 170],
              [side * width, 240],
            ],
            0.9,
          ),
          shift(kit.palette.near, { l: -0.1 }),
          0.9,
        ),
      ),
    ],
  };
};

export const desert: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("desert");
  const tones = depthTones(stage, blend, 3);
  const mesas = scatter(stage, random, 3).map((x) => {
    const [w, h] = [random.range(80, 170), random.range(90, 210)];
    return mass(
      polygon([
        [x - w, height * 0.7],
        [x - w * 0.72, height * 0.68 - h],
        [x + w * 0.66, height * 0.68 - h * 0.96],
        [x + w, height * 0.7],
      ]),
      blend(kit.palette.sky, tones[0] ?? kit.palette.far, 0.85),
    );
  });
  const cactus = (x: number, y: number, size: number): Node =>
    place(
      [
        mass(
          "M-16 6V-120a16 16 0 0 1 32 0V6ZM-16 -40H-40a14 14 0 0 1 -14 -14V-84a11 11 0 0 1 22 0v20H-16ZM16 -60H38V-96a11 11 0 0 1 22 0v44a14 14 0 0 1 -14 14H16Z",
          tone(0.5, 0.1, 150),
        ),
      ],
      { x, y, scale: size },
    );
  return {
    back: [
      ...drawSky(stage, true),
      ...mesas,
      ...tones.map((colour, row) => mass(ridge(stage, random, height * (0.68 + row * 0.09), 30, 2), colour)),
      cactus(width * random.range(0.06, 0.2), height * 0.82, random.range(1, 1.5)),
      cactus(width * random.range(0.82, 0.95), height * 0.78, random.range(0.6, 1)),
    ],
    front: [
      ...scatter(stage, random, 5).map((x) =>
        mass(
          ellipse(x, height + 6, random.range(24, 60), random.range(16, 34)),
          shift(kit.palette.near, { l: -0.09 }),
        ),
      ),
    ],
  };
};

export const snow: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("snow");
  const white = blend(tone(0.96, 0.015, 240), kit.palette.sky, kit.palette.sky.l > 0.5 ? 0.15 : 0.5);
  return {
    back: [
      ...drawSky(stage, true),
      ...[0, 1, 2].flatMap((row) => [
        ...(row < 2
          ? scatter(stage, random, 7 - row).map((x) =>
              place(
                pine(
                  random.range(120, 210) * (1 + row * 0.35),
                  blend(kit.palette.near, white, 0.3 - row * 0.16),
                ),
                { x, y: height * (0.71 + row * 0.08) },
              ),
            )
          : []),
        mass(
          ridge(stage, random, height * (0.68 + row * 0.09), 24, 3),
          blend(white, kit.palette.far, 0.3 - row * 0.13),
        ),
      ]),
      glow(width / 2, height * 0.7, width * 0.7, kit.palette.light, 0.3, 100),
    ],
    front: [
      ...scatter(stage, random, 4).map((x) =>
        mass(ellipse(x, height + 20, random.range(80, 170), random.range(40, 66)), white),
      ),
    ],
  };
};
