import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, ribbon, smooth, star } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";
import { glassOf } from "./vehicles.ts";

const rocket: DrawThing = (kit, colour) => {
  const paint = colour ?? kit.palette.main;
  const hull = mirrored("0,-300 58,-200 78,-70 60,70 44,96 0,100", 0.85);
  return {
    box: [-140, -300, 140, 240],
    isAloft: true,
    nodes: [
      place(
        [
          glow(0, 170, 170, materials.flame, 0.8),
          patch(smooth("-46,96 -58,160 -24,190 0,256 24,190 58,160 46,96", 0.9), materials.flame),
          patch(smooth("-26,96 -28,150 0,206 28,150 26,96", 0.9), materials.amber),
          ...[1, -1].map((side) =>
            place([mass(smooth("50,-6 132,74 140,138 52,92", 0.5), kit.palette.accent)], {
              isFlipped: side < 0,
            }),
          ),
          mass(hull, blend(paint, materials.white, 0.72)),
          cutTo(hull, [patch(box(-100, -320, 200, 132), paint), patch(box(-100, 50, 200, 60), paint)]),
          mass(ellipse(0, -92, 46), materials.gold),
          mass(ellipse(0, -92, 34), tone(0.5, 0.1, 240)),
          line("M-14 -84l22 -26", materials.white, 7, 0.8),
          mass(box(-12, 10, 24, 108, 10), kit.palette.accent),
        ],
        { turn: kit.lightSide * kit.random.fork("rocket").range(8, 26) },
      ),
    ],
  };
};

const ship: DrawThing = (kit, colour) => {
  const sail = colour ?? blend(kit.palette.accent, materials.cream, 0.35);
  const belly = blend(materials.wood, kit.palette.near, 0.15);
  return {
    box: [-240, -330, 240, 84],
    nodes: [
      line("M-70 -40V-300M84 -40V-260", materials.darkWood, 14),
      mass(smooth("-190,-84 -150,-180 -84,-282 -86,-80", 0.6), blend(sail, materials.white, 0.25)),
      mass(smooth("-62,-286 40,-250 54,-160 30,-76 -62,-76 -30,-180", 0.5), sail),
      mass(
        smooth("92,-248 176,-216 186,-140 164,-72 92,-72 116,-160", 0.5),
        blend(sail, materials.white, 0.15),
      ),
      mass(polygon("-70,-300 -70,-336 -8,-318"), kit.palette.accent),
      mass(smooth("-240,-66 -150,-44 160,-44 244,-86 190,40 130,82 -140,82 -206,30", 0.4), belly),
      patch(
        smooth("-226,-38 -150,-20 160,-20 226,-52 214,-20 150,6 -150,6 -216,-12", 0.4),
        shift(belly, { l: 0.1 }),
      ),
      ...[-110, -30, 50, 130].map((x) => flat(ellipse(x, 30, 13), materials.gold)),
      line("M-260 84q32 -24 64 0t64 0t64 0t64 0t64 0t64 0t64 0t64 0", kit.palette.light, 12, 0.9),
    ],
  };
};

const plane: DrawThing = (kit, colour) => {
  const paint = colour ?? kit.palette.main;
  return {
    box: [-240, -140, 250, 110],
    isAloft: true,
    nodes: [
      place(
        [
          mass(smooth("-190,-40 -236,-130 -190,-126 -130,-46", 0.5), kit.palette.accent),
          mass(smooth("-220,-20 -160,-52 60,-72 180,-56 236,-10 180,28 40,42 -140,14", 0.8), paint),
          patch(smooth("104,-62 158,-58 196,-28 110,-24", 0.5), blend(materials.glass, kit.palette.sky, 0.2)),
          ...[-90, -40, 10, 60].map((x) =>
            patch(ellipse(x, -26, 13), blend(materials.glass, kit.palette.sky, 0.2)),
          ),
          patch(smooth("-216,-16 0,2 232,-4 180,28 40,42 -140,14", 0.7), blend(paint, materials.white, 0.7)),
          mass(smooth("40,0 90,4 -20,112 -76,116", 0.4), kit.palette.accent),
          line("M244 -66V46", materials.iron, 9),
          mass(ellipse(240, -10, 14, 17), materials.gold),
        ],
        { turn: -8, isFlipped: kit.lightSide < 0 },
      ),
    ],
  };
};

const balloon: DrawThing = (kit, colour) => {
  const cloth = colour ?? kit.palette.main;
  const bag = mirrored("0,-300 120,-262 172,-150 120,-20 56,62 0,70", 1);
  return {
    box: [-180, -300, 180, 210],
    isAloft: true,
    nodes: [
      line("M-52 62L-36 140M52 62L36 140M0 70V140", materials.darkWood, 5),
      mass(bag, cloth),
      cutTo(bag, [
        ...[-1, 1].map((side) =>
          patch(
            smooth(
              [
                [side * 46, -310],
                [side * 112, -150],
                [side * 44, 80],
                [side * 84, 80],
                [side * 200, -150],
                [side * 100, -310],
              ],
              0.9,
            ),
            kit.palette.accent,
          ),
        ),
        patch(smooth("-24,-310 24,-310 46,-140 16,80 -16,80 -46,-140", 0.9), materials.cream),
        patch(box(-200, -120, 400, 26), materials.gold, 0.8),
      ]),
      glow(0, 90, 60, materials.flame, 0.8),
      mass(box(-48, 138, 96, 68, 16), materials.wood),
      line("M-46 160H46M-44 182H44", materials.darkWood, 5),
      mass(box(-54, 130, 108, 18, 9), materials.leather),
    ],
  };
};

const ufo: DrawThing = (kit, colour) => {
  const hull = colour ?? kit.palette.main;
  return {
    box: [-220, -160, 220, 250],
    isAloft: true,
    nodes: [
      flat(polygon("-80,30 80,30 190,300 -190,300"), blend(kit.palette.accent, materials.white, 0.5), 0.35),
      glow(0, 60, 200, kit.palette.accent, 0.6),
      mass(ellipse(0, -58, 96, 98), materials.glass, 0.75),
      mass(ellipse(0, -52, 36, 42), tone(0.74, 0.15, 145)),
      ...[-1, 1].map((side) => flat(ellipse(side * 14, -60, 9, 13, side * 14), materials.black)),
      line("M-60 -96q10 -36 44 -46", materials.white, 10, 0.8),
      mass(smooth("-222,0 -110,-46 0,-56 110,-46 222,0 110,46 0,56 -110,46", 0.95), hull),
      patch(smooth("-200,6 0,28 200,6 110,44 0,56 -110,44", 0.9), shift(hull, { l: -0.14 })),
      ...[-150, -78, 0, 78, 150].map((x) =>
        patch(ellipse(x, 6 - Math.abs(x) * 0.06, 16, 12), x % 4 === 0 ? materials.amber : kit.palette.accent),
      ),
    ],
  };
};

const submarine: DrawThing = (kit, colour) => {
  const hull = colour ?? blend(kit.palette.main, tone(0.82, 0.15, 88), 0.3);
  return {
    box: [-240, -200, 230, 110],
    isAloft: true,
    nodes: [
      line("M10 -120V-186H48", shift(hull, { l: -0.14 }), 16),
      mass(box(-56, -140, 116, 70, 20), shift(hull, { l: -0.05 })),
      mass(star(-216, 10, 4, 60, 18), materials.gold),
      mass(smooth("-206,10 -130,-78 60,-96 196,-48 226,12 190,72 60,104 -130,90", 0.95), hull),
      patch(smooth("-190,40 0,66 214,36 180,78 60,104 -130,90", 0.8), shift(hull, { l: -0.1 })),
      ...[-90, 14, 118].flatMap((x) => [
        mass(ellipse(x, -6, 38), materials.gold),
        patch(ellipse(x, -6, 26), glassOf(kit)),
        line(`M${x - 10} 0l14 -18`, materials.white, 6, 0.8),
      ]),
      mass(ribbon("-60,96 -20,130 30,126", [12, 16, 4]), kit.palette.accent),
      mass(smooth("40,-170 66,-202 70,-164", 0.5), shift(hull, { l: -0.14 }), 0),
    ],
  };
};

export const craft = { rocket, plane, balloon, ufo, submarine, ship };
