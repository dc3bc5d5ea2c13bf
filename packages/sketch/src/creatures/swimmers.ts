import { blend, shift } from "../colour.ts";
import { cutTo, line, mass, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import type { DrawThing } from "../objects/drawn-thing.ts";
import { ellipse, polygon, smooth } from "../path.ts";

const fish: DrawThing = (kit, colour) => {
  const coat = colour ?? kit.palette.main;
  const random = kit.random.fork("fish");
  const tall = random.range(110, 150);
  const body = smooth(
    [
      [-150, -110],
      [-60, -110 - tall],
      [80, -100 - tall * 0.86],
      [190, -110],
      [90, -120 + tall * 0.8],
      [-60, -110 + tall],
    ],
    0.95,
  );
  const fin = shift(coat, { l: -0.07, h: -18 });
  return {
    box: [-270, -290, 200, 70],
    isAloft: true,
    face: { x: 112, y: -128, size: 0.9, isProfile: true, isAlive: true },
    hatAt: [60, -100 - tall * 0.86 + 6, 0.75],
    nodes: [
      mass(smooth("-120,-110 -226,-210 -276,-196 -214,-110 -276,-22 -226,-8", 0.7), fin),
      mass(
        smooth(
          [
            [-60, -100 - tall * 0.8],
            [-20, -150 - tall],
            [80, -130 - tall],
            [100, -90 - tall * 0.7],
          ],
          0.8,
        ),
        fin,
      ),
      mass(
        smooth(
          [
            [-30, -100 + tall * 0.7],
            [-60, -70 + tall],
            [20, -60 + tall],
            [40, -110 + tall * 0.8],
          ],
          0.8,
        ),
        fin,
      ),
      mass(body, coat),
      cutTo(body, [
        ...[-100, -20, 48].map((x) =>
          patch(
            smooth(
              [
                [x - 22, -300],
                [x + 22, -300],
                [x + 40, -110],
                [x + 22, 100],
                [x - 22, 100],
                [x - 4, -110],
              ],
              0.9,
            ),
            blend(coat, materials.white, 0.75),
            random.chance(0.7) ? 1 : 0,
          ),
        ),
        patch(ellipse(40, -10 + tall * 0.4, 180, 60), blend(coat, materials.white, 0.5), 0.7),
        ...[0, 1, 2, 3].flatMap((row) =>
          [0, 1, 2].map((at) =>
            line(
              `M${-110 + at * 40 + (row % 2) * 20} ${-170 + row * 36}a18 18 0 0 1 0 30`,
              shift(coat, { l: -0.1 }),
              5,
              0.6,
            ),
          ),
        ),
      ]),
      mass(smooth("20,-110 -50,-80 -66,-30 10,-60", 0.9), fin),
      ...[0, 1, 2].map((step) =>
        line(ellipse(226 + step * 12, -170 - step * 54, 10 + step * 5), kit.palette.light, 4, 0.8),
      ),
    ],
  };
};

const whale: DrawThing = (kit, colour) => {
  const coat = colour ?? blend(kit.palette.main, { l: 0.5, c: 0.09, h: 245 }, 0.6);
  const body = smooth("-250,-170 -120,-150 20,-250 170,-220 228,-110 180,-10 20,30 -120,-40", 0.95);
  return {
    box: [-320, -360, 240, 50],
    isAloft: true,
    face: { x: 150, y: -112, size: 0.72, isProfile: true, isAlive: true },
    hatAt: [110, -236, 0.9],
    nodes: [
      mass(
        smooth("-230,-150 -290,-250 -340,-236 -312,-180 -356,-140 -310,-110", 0.8),
        shift(coat, { l: -0.04 }),
      ),
      mass(body, coat),
      cutTo(body, [
        patch(smooth("-160,-60 20,-50 240,-90 240,60 -100,60", 0.8), blend(coat, materials.white, 0.78)),
        ...[0, 1, 2, 3].map((step) =>
          line(
            `M${0 + step * 10} ${-34 + step * 15}Q120 ${-30 + step * 16} 230 ${-80 + step * 20}`,
            shift(coat, { l: 0.16 }),
            4,
          ),
        ),
      ]),
      mass(smooth("20,-40 -20,40 -70,62 -50,-20", 0.9), shift(coat, { l: -0.07 })),
      line(
        "M66 -250Q60 -310 20 -326M66 -250Q70 -320 112 -332M66 -250V-300",
        blend(materials.glass, materials.white, 0.5),
        14,
        0.9,
      ),
    ],
  };
};

const shark: DrawThing = (kit, colour) => {
  const coat = colour ?? blend(kit.palette.main, { l: 0.56, c: 0.05, h: 245 }, 0.7);
  const body = smooth("-230,-120 -60,-200 110,-196 240,-120 150,-50 -40,-40", 0.9);
  return {
    box: [-310, -310, 250, 60],
    isAloft: true,
    face: { x: 148, y: -136, size: 0.62, isProfile: true, isAlive: true },
    hatAt: [120, -192, 0.7],
    nodes: [
      mass(polygon("-200,-110 -310,-240 -250,-120 -296,-20"), shift(coat, { l: -0.04 })),
      mass(smooth("-40,-186 -10,-300 20,-310 60,-196", 0.4), coat),
      mass(body, coat),
      cutTo(body, [
        patch(smooth("-240,-96 0,-86 250,-106 200,20 -200,20", 0.8), materials.white),
        ...[0, 1, 2].map((step) => line(`M${30 + step * 22} -150q-16 30 0 60`, shift(coat, { l: -0.16 }), 5)),
      ]),
      mass(smooth("0,-60 -60,50 -96,56 -70,-56", 0.5), shift(coat, { l: -0.06 })),
      patch("M116 -86Q170 -70 214 -102L204 -80L190 -74L180 -62L164 -68L150 -58L138 -72Z", materials.white),
    ],
  };
};

export const swimmers = { fish, whale, shark };
