import { blend, shift } from "../colour.ts";
import { cutTo, glow, mass, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import type { DrawThing } from "../objects/drawn-thing.ts";
import { ellipse, mirrored, type Point, ribbon, smooth } from "../path.ts";

const octopus: DrawThing = (kit, colour) => {
  const coat = colour ?? kit.palette.main;
  const random = kit.random.fork("arms");
  const arms = [-3, -2, -1, 0, 1, 2, 3].flatMap((step): Node[] => {
    const sway = random.range(-26, 26);
    const points: Point[] = [
      [step * 30, -60],
      [step * 58 + sway, 20],
      [step * 82 - sway, 70],
      [step * 90 + sway * 2, 124 - Math.abs(step) * 12],
      [step * 90 + sway * 2 + Math.sign(step || 1) * 44, 110 - Math.abs(step) * 12],
    ];
    return [
      mass(ribbon(points, [38, 32, 24, 15, 6]), shift(coat, { l: step % 2 === 0 ? -0.05 : 0 })),
      ...points
        .slice(1, 4)
        .map(([x, y]) => patch(ellipse(x + 4, y + 4, 8), blend(coat, materials.white, 0.55))),
    ];
  });
  return {
    box: [-320, -320, 320, 130],
    face: { x: 0, y: -130, size: 1.1, isAlive: true },
    hatAt: [0, -286, 1.15],
    nodes: [
      ...arms,
      mass(mirrored("0,-318 110,-286 150,-190 116,-80 76,-30 0,-20", 1), coat),
      ...[
        [-70, -250, 20],
        [-20, -280, 12],
        [84, -236, 15],
      ].map(([x = 0, y = 0, r = 0]) => patch(ellipse(x, y, r, r * 0.8), blend(coat, materials.white, 0.3))),
    ],
  };
};

const jellyfish: DrawThing = (kit, colour) => {
  const coat = colour ?? blend(kit.palette.main, materials.white, 0.2);
  const random = kit.random.fork("threads");
  const bell = smooth(
    "-170,-90 -150,-220 0,-310 150,-220 170,-90 110,-116 56,-86 0,-112 -56,-86 -110,-116",
    0.9,
  );
  return {
    box: [-190, -320, 190, 210],
    isAloft: true,
    face: { x: 0, y: -176, size: 0.92, isAlive: true },
    hatAt: [0, -286, 1],
    nodes: [
      glow(0, -130, 330, coat, 0.5),
      ...[-120, -72, -24, 24, 72, 120].map((x) => {
        const sway = random.range(-40, 40);
        return mass(
          ribbon(
            [
              [x, -110],
              [x + sway, 0],
              [x - sway, 100],
              [x + sway * 0.7, 200],
            ],
            [13, 12, 9, 3],
          ),
          shift(coat, { l: -0.05 }),
          0.9,
        );
      }),
      ...[-44, 10, 50].map((x) => {
        const sway = random.range(-30, 30);
        return mass(
          ribbon(
            [
              [x, -110],
              [x - sway, -30],
              [x + sway, 40],
              [x - sway, 110],
            ],
            [26, 24, 20, 4],
          ),
          blend(coat, kit.palette.accent, 0.4),
          0.9,
        );
      }),
      mass(bell, coat),
      cutTo(bell, [
        patch(ellipse(0, -270, 110, 40), blend(coat, materials.white, 0.5), 0.6),
        ...[-90, 0, 90].map((x) => patch(ellipse(x, -110, 22, 15), kit.palette.accent, 0.7)),
      ]),
    ],
  };
};

const crab: DrawThing = (kit, colour) => {
  const shell = colour ?? kit.palette.main;
  const claw: Node[] = [
    mass(ribbon("120,-80 190,-110 206,-170", [22, 20, 18]), shell),
    mass(smooth("176,-160 160,-240 200,-286 206,-226 232,-210 268,-244 262,-186 224,-150", 0.7), shell),
  ];
  const legs = [0, 1, 2].map((step) =>
    mass(
      ribbon(
        [
          [100, -40 + step * 14],
          [176 - step * 12, -40 + step * 30],
          [196 - step * 20, 30 + step * 14],
        ],
        [15, 13, 4],
      ),
      shift(shell, { l: -0.07 }),
    ),
  );
  return {
    box: [-270, -300, 270, 70],
    face: { x: 0, y: -84, size: 1, isAlive: true },
    hatAt: [0, -170, 1],
    nodes: [
      ...[-1, 1].flatMap((side) => [
        place(legs, { isFlipped: side < 0 }),
        place(claw, { isFlipped: side < 0, turn: side * kit.random.fork("claw").range(-8, 8) }),
      ]),
      mass(smooth("-170,-70 -120,-150 0,-180 120,-150 170,-70 100,0 0,20 -100,0", 0.95), shell),
      ...[
        [-90, -130, 14],
        [96, -126, 12],
        [-120, -60, 10],
        [124, -64, 11],
      ].map(([x = 0, y = 0, r = 0]) => patch(ellipse(x, y, r), blend(shell, materials.white, 0.4))),
    ],
  };
};

export const seaCreatures = { octopus, jellyfish, crab };
