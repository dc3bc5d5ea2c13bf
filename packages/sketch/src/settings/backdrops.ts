import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch } from "../drawing.ts";
import { box, ellipse, polygon, smooth } from "../path.ts";
import { drawSky } from "./sky.ts";
import { type DrawSetting, ridge } from "./stage.ts";

/** A glowing grid below a striped sun. */
export const grid: DrawSetting = (stage) => {
  const { kit, width, height } = stage;
  const random = kit.random.fork("grid");
  const horizon = height * 0.62;
  const sunX = width * random.range(0.42, 0.58);
  const radius = random.range(200, 270);
  const night = tone(0.24, 0.09, kit.palette.sky.h);
  const glowTone = blend(kit.palette.accent, tone(0.7, 0.22, 340), 0.5);
  const disc = ellipse(sunX, horizon - 120, radius);
  const lines = [
    ...Array.from(
      { length: 15 },
      (_, index) =>
        `M${width / 2 + (index - 7) * 40} ${horizon}L${width / 2 + (index - 7) * 260} ${height + 20}`,
    ),
    ...[0, 0.08, 0.2, 0.36, 0.58, 0.85].map(
      (at) => `M-20 ${horizon + (height - horizon) * at}H${width + 20}`,
    ),
  ].join("");
  return {
    back: [
      flat(box(-20, -20, width + 40, height + 40), night),
      glow(sunX, horizon - 80, width * 0.7, glowTone, 0.7),
      patch(disc, tone(0.8, 0.16, 60)),
      cutTo(disc, [
        flat(box(0, horizon - 120, width, radius), tone(0.66, 0.22, 350), 0.75),
        ...[0, 1, 2, 3, 4].map((step) => flat(box(0, horizon - 110 + step * 44, width, 8 + step * 5), night)),
      ]),
      mass(ridge(stage, random, horizon - 30, 40, 7, 0.2), shift(night, { l: 0.05 })),
      flat(box(-20, horizon, width + 40, height), shift(night, { l: -0.04 })),
      line(lines, glowTone, 4, 0.9),
      glow(width / 2, horizon, width * 0.8, glowTone, 0.6, 50),
    ],
    front: [],
  };
};

/** A calm backdrop: an arch, a disc, rings or a window of colour. */
export const studio: DrawSetting = (stage) => {
  const { kit, width, height, focusX } = stage;
  const random = kit.random.fork("studio");
  const { sky, far, light } = kit.palette;
  const shape = random.pick(["disc", "arch", "rings", "blob", "halves"] as const);
  const y = height * 0.46;
  const r = random.range(330, 400);
  const soft = blend(sky, light, 0.42);
  const parts: Record<typeof shape, () => Node[]> = {
    disc: () => [patch(ellipse(focusX, y, r), soft), line(ellipse(focusX, y, r + 34), soft, 5, 0.7)],
    arch: () => [
      patch(
        `M${focusX - r * 0.86} ${height + 20}V${y}A${r * 0.86} ${r * 0.9} 0 0 1 ${focusX + r * 0.86} ${y}V${height + 20}Z`,
        soft,
      ),
      line(
        `M${focusX - r * 0.98} ${height + 20}V${y}A${r * 0.98} ${r * 1.02} 0 0 1 ${focusX + r * 0.98} ${y}V${height + 20}`,
        soft,
        6,
        0.7,
      ),
    ],
    rings: () =>
      [0, 1, 2, 3].map((step) =>
        patch(
          ellipse(focusX, y, r * 1.5 - step * r * 0.31),
          blend(sky, step % 2 === 0 ? far : light, 0.16 + step * 0.08),
        ),
      ),
    blob: () => [
      patch(
        smooth(
          Array.from(
            { length: 7 },
            (_, index) =>
              [
                focusX + Math.cos(index * 0.9) * r * random.range(0.85, 1.2),
                y + Math.sin(index * 0.9) * r * random.range(0.8, 1.1),
              ] as const,
          ),
        ),
        soft,
      ),
    ],
    halves: () => [
      flat(
        polygon([
          [-20, height * 0.62],
          [width + 20, height * 0.36],
          [width + 20, height + 20],
          [-20, height + 20],
        ]),
        blend(sky, far, 0.75),
      ),
      patch(ellipse(focusX, y, r * 0.86), soft),
    ],
  };
  const dots = Array.from({ length: 9 }, () =>
    patch(
      ellipse(random.range(0, width), random.range(0, height * 0.9), random.range(5, 15)),
      random.pick([kit.palette.accent, light, far]),
      0.75,
    ),
  );
  return {
    back: [
      ...drawSky(stage, false),
      ...parts[shape](),
      ...dots,
      mass(box(-20, stage.groundY, width + 40, height), blend(far, sky, 0.35), 0),
    ],
    front: [],
  };
};

export const burst: DrawSetting = (stage) => {
  const { kit, width, height, focusX } = stage;
  const random = kit.random.fork("burst");
  const count = random.whole(11, 16);
  const y = height * 0.46;
  const rays = Array.from({ length: count }, (_, index) => {
    const from = (index / count) * Math.PI * 2;
    const to = from + Math.PI / count;
    const reach = width + height;
    return flat(
      polygon([
        [focusX, y],
        [focusX + Math.cos(from) * reach, y + Math.sin(from) * reach],
        [focusX + Math.cos(to) * reach, y + Math.sin(to) * reach],
      ]),
      blend(kit.palette.sky, kit.palette.light, 0.35),
      0.85,
    );
  });
  return {
    back: [...drawSky(stage, false), ...rays, glow(focusX, y, 480, kit.palette.light, 0.7)],
    front: [],
  };
};
