import { blend, shift } from "../colour.ts";
import { flat, line, mass, type Node } from "../drawing.ts";
import { materials } from "../materials.ts";
import { ellipse, polygon, puffs, ribbon } from "../path.ts";
import { type Stage, scatter } from "./stage.ts";

export function pine(height: number, colour: Parameters<typeof shift>[0]): Node[] {
  const w = height * 0.3;
  return [
    mass(
      `M${-height * 0.04} 4h${height * 0.08}v${-height * 0.2}h${-height * 0.08}Z`,
      blend(colour, materials.darkWood, 0.5),
    ),
    ...[0, 1, 2].map((step) =>
      mass(
        polygon([
          [-w * (1 - step * 0.24), -height * (0.1 + step * 0.26)],
          [0, -height * (0.52 + step * 0.24)],
          [w * (1 - step * 0.24), -height * (0.1 + step * 0.26)],
        ]),
        shift(colour, { l: step * 0.025 }),
      ),
    ),
  ];
}

export function roundTree(height: number, colour: Parameters<typeof shift>[0]): Node[] {
  return [
    mass(
      ribbon(
        [
          [0, 6],
          [-height * 0.02, -height * 0.3],
          [height * 0.02, -height * 0.5],
        ],
        [height * 0.06, height * 0.045, height * 0.03],
      ),
      blend(colour, materials.darkWood, 0.6),
    ),
    mass(
      puffs([
        [-height * 0.2, -height * 0.4],
        [-height * 0.3, -height * 0.66],
        [-height * 0.06, -height * 0.92],
        [height * 0.26, -height * 0.74],
        [height * 0.24, -height * 0.42],
        [0, -height * 0.36],
      ]),
      colour,
    ),
  ];
}

const tuft = (x: number, y: number, size: number, colour: Parameters<typeof shift>[0]): Node[] =>
  [-1, 0, 1].map((step) =>
    mass(
      ribbon(
        [
          [x, y + 8],
          [x + step * size * 0.3, y - size * 0.5],
          [x + step * size * 0.7, y - size],
        ],
        [size * 0.12, size * 0.1, 1],
      ),
      shift(colour, { l: step * 0.03 }),
    ),
  );

/** Tufts and flowers along the lower edge. */
export function frontGrass(stage: Stage, colour: Parameters<typeof shift>[0], hasFlowers: boolean): Node[] {
  const random = stage.kit.random.fork("grass");
  const edges = scatter(stage, random, 12).filter((x) => Math.abs(x - stage.focusX) > stage.width * 0.14);
  return edges.flatMap((x) => {
    const y = stage.height - random.range(-14, 40);
    const bloomTone = random.pick([stage.kit.palette.accent, stage.kit.palette.light]);
    return [
      ...tuft(x, y, random.range(50, 110), colour),
      ...(hasFlowers && random.chance(0.6)
        ? [
            line(`M${x + 18} ${y}q6 -40 2 -62`, colour, 6),
            mass(ellipse(x + 20, y - 70, 16), bloomTone),
            flat(ellipse(x + 20, y - 70, 6), materials.amber),
          ]
        : []),
    ];
  });
}
