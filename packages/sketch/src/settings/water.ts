import { blend, shift, tone } from "../colour.ts";
import { flat, line, mass, type Node } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon, ribbon } from "../path.ts";
import { drawCloud, drawSky } from "./sky.ts";
import { type DrawSetting, ridge, scatter } from "./stage.ts";

export const sea: DrawSetting = (stage) => {
  const { kit, width, height, lamp } = stage;
  const random = kit.random.fork("sea");
  const horizon = height * random.range(0.54, 0.62);
  const water = blend(kit.palette.far, tone(0.55, 0.1, 225), 0.45);
  const glints = Array.from({ length: 16 }, (_, index) => {
    const y = horizon + 16 + index * index * 1.8;
    const half = random.range(18, 60) * (1 + index * 0.09);
    return flat(
      box(lamp[0] - half + random.range(-30, 30), y, half * 2, 4 + index * 0.5, 4),
      kit.palette.light,
      0.6,
    );
  });
  const waves = [0, 1, 2, 3].map((row) => {
    const y = horizon + (height - horizon) * (0.3 + row * 0.22);
    return mass(
      `${Array.from({ length: 9 }, (_, index) => `${index === 0 ? `M${-60 + random.range(-60, 0)} ${y}` : ""}q${width / 14} ${-24 - row * 6} ${width / 7} 0`).join("")}V${height + 40}H-200Z`,
      blend(water, kit.palette.near, 0.25 + row * 0.22),
    );
  });
  return {
    back: [
      ...drawSky(stage, true),
      drawCloud(stage, random.range(0, width), height * 0.2, 90),
      drawCloud(stage, random.range(0, width), height * 0.34, 60),
      mass(ridge(stage, random, horizon - 34, 30, 5), blend(kit.palette.sky, kit.palette.far, 0.7)),
      flat(box(-20, horizon, width + 40, height), water),
      ...glints,
      ...waves.slice(0, 3),
    ],
    front: [
      waves[3] ?? mass("M0 0Z", water),
      ...scatter(stage, random, 5).map((x) =>
        line(`M${x} ${height - 40}q24 -18 48 0`, kit.palette.light, 5, 0.5),
      ),
    ],
  };
};

export const underwater: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("underwater");
  const weed = (x: number, tall: number, colour: typeof kit.palette.near): Node =>
    mass(
      ribbon(
        [
          [x, height + 20],
          [x + 20, height - tall * 0.35],
          [x - 16, height - tall * 0.7],
          [x + 10, height - tall],
        ],
        [16, 17, 13, 3],
      ),
      colour,
    );
  const bubbles = Array.from({ length: 16 }, () => {
    const [x, y, r] = [random.range(0, width), random.range(0, height * 0.9), random.range(5, 22)];
    return [
      line(ellipse(x, y, r), kit.palette.light, 3, 0.6),
      flat(ellipse(x - r * 0.3, y - r * 0.3, r * 0.22), materials.white, 0.8),
    ];
  }).flat();
  return {
    back: [
      ...drawSky(stage, false),
      ...[0, 1, 2, 3].map((step) =>
        flat(
          polygon([
            [width * (0.1 + step * 0.24), -20],
            [width * (0.2 + step * 0.24), -20],
            [width * (0.1 + step * 0.3) - kit.lightSide * 160, height],
            [width * (-0.1 + step * 0.3) - kit.lightSide * 160, height],
          ]),
          kit.palette.light,
          0.12,
        ),
      ),
      mass(ridge(stage, random, height * 0.76, 44, 5), blend(kit.palette.sky, kit.palette.far, 0.7)),
      ...scatter(stage, random, 6).map((x) =>
        weed(x, random.range(180, 380), blend(kit.palette.far, kit.palette.near, 0.5)),
      ),
      mass(ridge(stage, random, stage.groundY - 16, 20, 4), kit.palette.near),
      ...bubbles,
    ],
    front: scatter(stage, random, 7)
      .filter((x) => Math.abs(x - stage.focusX) > width * 0.2)
      .flatMap((x, index) => [
        weed(
          x,
          random.range(120, 260),
          index % 3 === 0 ? kit.palette.accent : shift(kit.palette.near, { l: -0.08 }),
        ),
      ]),
  };
};
