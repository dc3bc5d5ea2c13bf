import { blend, shift, tone } from "../colour.ts";
import { flat, glow, mass, type Node, patch } from "../drawing.ts";
import { box, ellipse, puffs, star } from "../path.ts";
import type { Stage } from "./stage.ts";

/** The sky with its light, and the sun or moon if the place is outdoors. */
export function drawSky(stage: Stage, hasDisc: boolean): Node[] {
  const { kit, width, height, lamp, hour } = stage;
  const { sky, light, far } = kit.palette;
  const isDark = sky.l < 0.5;
  const random = kit.random.fork("sky");
  const nodes: Node[] = [
    flat(box(-20, -20, width + 40, height + 40), sky),
    glow(width / 2, height * 1.02, width * 0.95, blend(far, light, isDark ? 0.12 : 0.35), 0.7, height * 0.55),
    glow(
      width / 2,
      -height * 0.1,
      width * 0.95,
      shift(sky, { l: isDark ? -0.1 : -0.09, c: 1.2, h: 10 }),
      0.8,
      height * 0.5,
    ),
  ];
  if (isDark && hasDisc) {
    for (let index = 0; index < 46; index += 1) {
      const [x, y] = [random.range(0, width), random.range(0, height * 0.7)];
      nodes.push(
        flat(
          index % 6 === 0 ? star(x, y, 4, random.range(7, 13), 2.2) : ellipse(x, y, random.range(1.5, 3.8)),
          light,
          random.range(0.5, 0.95),
        ),
      );
    }
  }
  const warm = hour === "sunset" ? tone(0.88, 0.13, 70) : light;
  nodes.push(glow(lamp[0], lamp[1], 430, warm, isDark ? 0.5 : 0.85));
  if (hasDisc) {
    const radius = random.range(62, 96);
    const disc = isDark ? blend(light, tone(0.9, 0.05, 95), 0.5) : blend(warm, tone(0.97, 0.06, 90), 0.6);
    nodes.push(patch(ellipse(lamp[0], lamp[1], radius), disc));
    if (isDark)
      nodes.push(
        ...[
          [-0.3, -0.2, 0.18],
          [0.25, 0.3, 0.24],
          [0.3, -0.36, 0.12],
        ].map(([x = 0, y = 0, r = 0]) =>
          flat(
            ellipse(lamp[0] + x * radius, lamp[1] + y * radius, r * radius),
            shift(disc, { l: -0.06 }),
            0.7,
          ),
        ),
      );
  }
  return nodes;
}

export function drawCloud(stage: Stage, x: number, y: number, size: number, opacity = 0.85): Node {
  const random = stage.kit.random.fork(`cloud${Math.round(x)}${Math.round(y)}`);
  const heap = puffs(
    [
      [x - size * 1.05, y + size * 0.2],
      [x - size * 0.62, y - size * random.range(0.1, 0.24)],
      [x - size * 0.06, y - size * random.range(0.42, 0.6)],
      [x + size * 0.56, y - size * random.range(0.16, 0.36)],
      [x + size * 1.05, y + size * 0.2],
    ],
    0.58,
  );
  const { sky, light } = stage.kit.palette;
  return mass(heap, blend(light, sky, sky.l > 0.5 ? 0.18 : 0.72), opacity);
}
