import { blend, shift, tone } from "../colour.ts";
import { cutTo, line, mass, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import type { DrawThing } from "../objects/drawn-thing.ts";
import { box, ellipse, type Point, ribbon, smooth } from "../path.ts";

const feelers = (x: number, y: number, colour: Parameters<typeof shift>[0]): Node[] =>
  [-1, 1].flatMap((side) => [
    line(`M${x + side * 14} ${y}q${side * 10} -46 ${side * 42} -62`, colour, 8),
    mass(ellipse(x + side * 58, y - 64, 12), colour),
  ]);

const butterfly: DrawThing = (kit, colour) => {
  const coat = colour ?? kit.palette.main;
  const spread = kit.random.fork("wings").range(0.92, 1.1);
  const upper = smooth(
    [
      [16, -150],
      [90, -300],
      [220 * spread, -320],
      [250 * spread, -210],
      [150, -110],
      [20, -110],
    ],
    0.95,
  );
  const lower = smooth(
    [
      [16, -110],
      [130, -100],
      [196 * spread, -20],
      [140, 70],
      [70, 30],
      [16, -60],
    ],
    0.95,
  );
  const wing: Node[] = [
    mass(upper, coat),
    cutTo(upper, [
      patch(
        smooth(
          [
            [20, -140],
            [100, -260],
            [190 * spread, -280],
            [200 * spread, -210],
            [120, -130],
          ],
          0.9,
        ),
        blend(coat, kit.palette.accent, 0.7),
      ),
      patch(ellipse(184 * spread, -244, 26), materials.cream),
      patch(ellipse(120, -190, 15), materials.cream),
    ]),
    mass(lower, shift(coat, { l: -0.06, h: 12 })),
    cutTo(lower, [
      patch(ellipse(120, -10, 34), kit.palette.accent),
      patch(ellipse(120, -10, 16), materials.cream),
    ]),
  ];
  const body = blend(tone(0.32, 0.04, 60), coat, 0.2);
  return {
    box: [-260, -330, 260, 80],
    isAloft: true,
    face: { x: 0, y: -186, size: 0.5, isAlive: true },
    hatAt: [0, -216, 0.5],
    nodes: [
      ...[-1, 1].map((side) => place(wing, { isFlipped: side < 0 })),
      mass(box(-20, -160, 40, 190, 20), body),
      ...[-120, -80, -40, 0].map((y) => line(`M-18 ${y}q18 10 36 0`, shift(body, { l: 0.2 }), 5)),
      ...feelers(0, -218, body),
      mass(ellipse(0, -186, 44), body),
    ],
  };
};

const bee: DrawThing = (_kit, colour) => {
  const coat = colour ?? tone(0.84, 0.16, 88);
  const body = smooth("-180,-110 -110,-200 20,-214 120,-120 20,-30 -110,-30", 0.95);
  return {
    box: [-230, -330, 190, 50],
    isAloft: true,
    face: { x: 104, y: -126, size: 0.82, isAlive: true },
    hatAt: [100, -190, 0.8],
    nodes: [
      ...[0, 1].map((step) =>
        place(
          [
            mass(ellipse(0, -90, 58, 100), blend(materials.glass, materials.white, 0.4), 0.85),
            line("M0 -10V-150M0 -60L30 -120M0 -60L-30 -120", materials.white, 4, 0.7),
          ],
          { x: -40 + step * 30, y: -180, turn: -30 + step * 42 },
        ),
      ),
      mass(smooth("-166,-126 -230,-110 -166,-94", 0.4), tone(0.3, 0.03, 60)),
      mass(body, coat),
      cutTo(
        body,
        [-120, -44].map((x) =>
          patch(
            smooth(
              [
                [x - 26, -240],
                [x + 26, -240],
                [x + 40, -110],
                [x + 26, 0],
                [x - 26, 0],
                [x - 8, -110],
              ],
              0.9,
            ),
            tone(0.28, 0.03, 60),
          ),
        ),
      ),
      ...feelers(110, -196, tone(0.28, 0.03, 60)),
      mass(ellipse(104, -122, 82, 80), coat),
    ],
  };
};

const turtle: DrawThing = (kit, colour) => {
  const shell = colour ?? kit.palette.main;
  const skin = blend(tone(0.72, 0.13, 135), shell, 0.2);
  const dome = smooth("-200,-40 -170,-160 -40,-226 90,-170 124,-40", 0.9);
  return {
    box: [-240, -260, 260, 50],
    face: { x: 186, y: -140, size: 0.74, isAlive: true },
    hatAt: [186, -198, 0.72],
    nodes: [
      mass(ribbon("-180,-30 -220,-16 -246,0", [14, 10, 3]), skin),
      ...[-130, 60].map((x) => mass(box(x, -60, 76, 106, 34), skin)),
      mass(ribbon("90,-60 150,-80 180,-120", [34, 32, 30]), skin),
      mass(dome, shell),
      cutTo(dome, [
        ...[
          [-110, -90],
          [-20, -120],
          [64, -90],
          [-64, -176],
          [24, -176],
          [-160, -50],
          [-20, -36],
          [104, -40],
        ].map(([x = 0, y = 0]) =>
          patch(
            smooth(
              [
                [x - 38, y],
                [x - 20, y - 34],
                [x + 20, y - 34],
                [x + 38, y],
                [x + 20, y + 34],
                [x - 20, y + 34],
              ],
              0.35,
            ),
            blend(shell, materials.white, 0.22),
          ),
        ),
      ]),
      mass(box(-214, -56, 350, 36, 18), blend(skin, materials.cream, 0.4)),
      mass(ellipse(186, -134, 72, 66), skin),
    ],
  };
};

const snail: DrawThing = (kit, colour) => {
  const shell = colour ?? kit.palette.main;
  const skin = tone(0.74, 0.09, 58);
  return {
    box: [-220, -270, 240, 50],
    face: { x: 166, y: -112, size: 0.66, isAlive: true },
    hatAt: [166, -160, 0.62],
    nodes: [
      ...[-1, 1].flatMap((side) => [
        line(`M${166 + side * 22} -150q${side * 6} -50 ${side * 18} -70`, skin, 12),
        mass(ellipse(166 + side * 40, -224, 14), skin),
      ]),
      mass(smooth("-226,40 -150,-10 60,-10 112,-120 166,-170 222,-120 210,-20 150,44", 0.9), skin),
      mass(ellipse(-36, -118, 142, 136), shell),
      line(
        "M-36 -118a26 26 0 0 1 52 0a56 56 0 0 1 -112 6a86 86 0 0 1 172 -10a112 112 0 0 1 -60 104",
        blend(shell, materials.white, 0.55),
        16,
      ),
      line("M-200 34Q0 20 150 36", shift(skin, { l: -0.1 }), 5),
    ],
  };
};

const snake: DrawThing = (kit, colour) => {
  const skin = colour ?? kit.palette.main;
  const coil = (y: number, rx: number): Node[] => {
    const d = ellipse(0, y, rx, 52);
    return [
      mass(d, skin),
      cutTo(
        d,
        Array.from({ length: 9 }, (_, index) =>
          patch(
            smooth(
              [
                [-rx + index * rx * 0.25 - 18, y + 8],
                [-rx + index * rx * 0.25, y - 22],
                [-rx + index * rx * 0.25 + 18, y + 8],
                [-rx + index * rx * 0.25, y + 36],
              ],
              0.2,
            ),
            index % 2 === 0 ? kit.palette.accent : blend(skin, materials.white, 0.3),
          ),
        ),
      ),
    ];
  };
  const neck: Point[] = [
    [60, -60],
    [96, -150],
    [30, -210],
    [0, -250],
  ];
  return {
    box: [-220, -350, 220, 60],
    face: { x: 0, y: -276, size: 0.86, isAlive: true },
    hatAt: [0, -340, 0.8],
    nodes: [
      mass(ribbon("-150,0 -220,-20 -246,-70", [26, 17, 4]), skin),
      ...coil(6, 206),
      ...coil(-50, 160),
      mass(ribbon(neck, [46, 42, 40, 40]), skin),
      mass(smooth("-78,-280 -56,-336 0,-352 56,-336 78,-280 40,-232 0,-220 -40,-232", 0.95), skin),
      line("M0 -222v30l-12 16m12 -16l12 16", materials.red, 6),
    ],
  };
};

export const gardenCreatures = { butterfly, bee, turtle, snail, snake };
