import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

const rubber = tone(0.27, 0.015, 280);

function wheel(x: number, y: number, r: number, hub = materials.silver): Node[] {
  return [
    mass(ellipse(x, y, r), rubber),
    mass(ellipse(x, y, r * 0.58), hub),
    flat(ellipse(x, y, r * 0.2), rubber),
  ];
}

/** Window glass that reflects the sky. */
export const glassOf = (kit: Kit) => blend(materials.glass, kit.palette.sky, 0.3);

const car: DrawThing = (kit, colour) => {
  const paint = colour ?? kit.palette.main;
  const roof = kit.random.fork("car").range(-150, -128);
  return {
    box: [-230, -160, 230, 56],
    nodes: [
      mass(
        smooth(
          [
            [-120, -56],
            [-86, roof],
            [20, roof - 6],
            [92, -60],
          ],
          0.5,
        ),
        shift(paint, { l: -0.04 }),
      ),
      patch(
        smooth(
          [
            [-100, -60],
            [-74, roof + 18],
            [-24, roof + 14],
            [-24, -60],
          ],
          0.3,
        ),
        glassOf(kit),
      ),
      patch(
        smooth(
          [
            [-6, -60],
            [-6, roof + 14],
            [18, roof + 14],
            [74, -60],
          ],
          0.3,
        ),
        glassOf(kit),
      ),
      line(`M-84 -72l34 ${roof + 96}M12 -70l20 ${roof + 104}`, materials.white, 7, 0.6),
      mass(smooth("-226,8 -220,-48 -130,-68 100,-66 206,-40 226,6 210,26 -212,26", 0.6), paint),
      patch(box(-218, -8, 436, 12, 6), blend(paint, materials.white, 0.7)),
      mass(ellipse(204, -20, 16, 19), materials.amber),
      glow(230, -20, 80, materials.amber, 0.6),
      mass(box(-226, -26, 20, 24, 8), materials.red),
      line("M-14 -58V14", shift(paint, { l: -0.16 }), 4),
      line("M8 -36h24", materials.silver, 8),
      ...wheel(-128, 18, 46, kit.palette.accent),
      ...wheel(128, 18, 46, kit.palette.accent),
    ],
  };
};

const van: DrawThing = (kit, colour) => {
  const paint = colour ?? kit.palette.main;
  return {
    box: [-220, -230, 220, 56],
    nodes: [
      mass(box(-120, -262, 200, 34, 10), materials.wood),
      mass(smooth("-212,20 -214,-190 -186,-222 130,-222 184,-180 212,-70 214,20", 0.35), paint),
      cutTo(smooth("-212,20 -214,-190 -186,-222 130,-222 184,-180 212,-70 214,20", 0.35), [
        patch(box(-240, -78, 480, 140), blend(paint, materials.cream, 0.82)),
        line("M-220 -78H220", kit.palette.accent, 10),
      ]),
      ...[-180, -84, 12].map((x) => patch(box(x, -188, 76, 84, 12), glassOf(kit))),
      patch(polygon("110,-188 136,-188 168,-150 180,-104 110,-104"), glassOf(kit)),
      mass(ellipse(196, -38, 18), materials.amber),
      ...wheel(-118, 16, 46),
      ...wheel(122, 16, 46),
    ],
  };
};

const train: DrawThing = (kit, colour) => {
  const paint = colour ?? kit.palette.main;
  return {
    box: [-220, -230, 230, 60],
    nodes: [
      ...[0, 1, 2].map((step) =>
        mass(
          ellipse(120 - step * 76, -232 - step * 34, 34 + step * 16, 28 + step * 11),
          kit.palette.light,
          0.75,
        ),
      ),
      mass(polygon("96,-110 104,-190 88,-204 156,-204 140,-190 148,-110"), materials.iron),
      mass(box(-210, -214, 150, 224, 14), shift(paint, { l: -0.06 })),
      mass(box(-226, -234, 182, 30, 12), kit.palette.accent),
      patch(box(-178, -180, 88, 76, 10), materials.amber),
      mass(box(-80, -122, 270, 130, 62), paint),
      ...[-20, 50, 120].map((x) => patch(box(x, -122, 15, 130, 4), materials.gold)),
      mass(ellipse(192, -57, 24, 62), shift(paint, { l: -0.12 })),
      mass(ellipse(202, -84, 20), materials.amber),
      mass(polygon("170,10 238,54 150,54"), materials.iron),
      ...wheel(-140, 16, 44, materials.red),
      ...wheel(-20, 24, 36, materials.red),
      ...wheel(76, 24, 36, materials.red),
      line("M-140 16L76 24", materials.silver, 11),
    ],
  };
};

const bicycle: DrawThing = (kit, colour) => {
  const paint = colour ?? kit.palette.main;
  const ring = (x: number) => [
    line(ellipse(x, -6, 84), rubber, 15),
    line(ellipse(x, -6, 70), materials.silver, 4),
    ...[0, 45, 90, 135].map((turn) =>
      place([line("M0 -68V68", materials.silver, 2.4, 0.8)], { x, y: -6, turn }),
    ),
    mass(ellipse(x, -6, 11), materials.iron),
  ];
  return {
    box: [-224, -220, 224, 84],
    nodes: [
      ...ring(-128),
      ...ring(130),
      line("M-128 -6L-62 -128L70 -136L0 -2L-62 -128M-128 -6L0 -2M62 -172L130 -6", paint, 14),
      line("M-62 -128L-72 -160", paint, 12),
      mass(smooth("-112,-166 -72,-176 -36,-164 -70,-152", 0.8), materials.leather),
      line("M62 -172q-6 -28 -48 -24", materials.iron, 12),
      mass(ellipse(0, -2, 26), materials.gold),
      line("M0 -2l26 40M14 40h26", materials.iron, 9),
      mass(box(76, -180, 84, 56, 10), materials.wood),
      mass(ellipse(98, -186, 20), kit.palette.accent),
      mass(ellipse(134, -190, 22), shift(kit.palette.accent, { h: 50, l: 0.08 })),
    ],
  };
};

export const vehicles = { car, van, train, bicycle };
