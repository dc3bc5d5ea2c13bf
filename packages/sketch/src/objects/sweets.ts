import { blend, shift, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon, puffs, smooth } from "../path.ts";
import type { DrawThing } from "./drawn-thing.ts";

export const crust = tone(0.72, 0.11, 68);

const sprinkles = (
  kit: Parameters<DrawThing>[0],
  count: number,
  reach: (index: number) => readonly [number, number],
): Node[] =>
  Array.from({ length: count }, (_, index) => {
    const [x, y] = reach(index);
    return place(
      [
        patch(
          box(-9, -3.5, 18, 7, 3.5),
          index % 3 === 0 ? kit.palette.accent : index % 3 === 1 ? materials.white : materials.amber,
        ),
      ],
      { x, y, turn: index * 47 },
    );
  });

const cake: DrawThing = (kit, colour) => {
  const icing = colour ?? kit.palette.main;
  const tier = (y: number, w: number, h: number, shade: typeof icing): Node[] => [
    mass(box(-w, y - h, w * 2, h, 14), blend(materials.cream, shade, 0.2)),
    mass(
      `M${-w} ${y - h + 14}q0 -26 26 -26H${w - 26}q26 0 26 26v26q${-w * 0.14} 34 ${-w * 0.28} 0q${-w * 0.16} 46 ${-w * 0.34} 0q${-w * 0.18} 30 ${-w * 0.36} 0q${-w * 0.2} 52 ${-w * 0.4} 0q${-w * 0.14} 30 ${-w * 0.3} 0q${-w * 0.16} 30 ${-w * 0.32} 0Z`,
      shade,
    ),
  ];
  return {
    box: [-210, -320, 210, 30],
    nodes: [
      mass(ellipse(0, 10, 214, 26), materials.silver),
      ...tier(8, 172, 120, icing),
      ...tier(-106, 120, 96, blend(icing, materials.white, 0.3)),
      ...[-60, 0, 60].flatMap((x, index) => [
        mass(box(x - 9, -282, 18, 76, 6), index === 1 ? kit.palette.accent : materials.cream),
        glow(x, -306, 54, materials.flame, 0.7),
        patch(
          smooth([
            [x, -330],
            [x + 12, -300],
            [x, -284],
            [x - 12, -300],
          ]),
          materials.amber,
        ),
      ]),
      ...[-130, -65, 0, 65, 130].map((x) => mass(ellipse(x, -112, 16), kit.palette.accent)),
    ],
  };
};

const cupcake: DrawThing = (kit, colour) => {
  const icing = colour ?? kit.palette.main;
  return {
    box: [-160, -300, 160, 60],
    nodes: [
      mass(polygon("-122,-70 122,-70 88,60 -88,60"), kit.palette.accent),
      ...[-80, -40, 0, 40, 80].map((x) =>
        line(`M${x} -66L${x * 0.74} 56`, shift(kit.palette.accent, { l: -0.1 }), 6),
      ),
      mass(puffs("-130,-62 -120,-126 -40,-140 40,-140 120,-126 130,-62 40,-52 -40,-52", 0.58), icing),
      mass(ellipse(0, -152, 104, 56), blend(icing, materials.white, 0.14)),
      mass(ellipse(0, -206, 68, 46), blend(icing, materials.white, 0.28)),
      ...sprinkles(kit, 14, (index) => [
        Math.cos(index * 2.4) * (30 + index * 6),
        -140 + Math.sin(index * 2.4) * 50,
      ]),
      mass(ellipse(0, -264, 32), materials.red),
      flat(ellipse(kit.lightSide * 10, -276, 8), materials.white, 0.9),
      line("M0 -292q6 -26 30 -30", materials.leaf, 6),
    ],
  };
};

const icecream: DrawThing = (kit, colour) => {
  const scoop = colour ?? kit.palette.main;
  const cone = polygon("-86,-60 86,-60 0,160");
  return {
    box: [-130, -300, 130, 160],
    nodes: [
      mass(cone, crust),
      cutTo(cone, [
        line(
          "M-120 -40L40 160M-70 -60L80 130M-20 -60L110 110M120 -40L-40 160M70 -60L-80 130M20 -60L-110 110",
          shift(crust, { l: -0.12 }),
          6,
        ),
      ]),
      mass(puffs("-92,-44 -96,-130 0,-164 96,-130 92,-44 30,-40 -30,-40", 0.56), scoop),
      mass(ellipse(0, -186, 78), blend(kit.palette.accent, materials.white, 0.35)),
      patch(
        smooth("-74,-178 -30,-140 -10,-110 12,-140 40,-124 74,-178", 0.8),
        blend(kit.palette.accent, materials.white, 0.35),
      ),
      ...sprinkles(kit, 10, (index) => [Math.cos(index * 2.4) * 50, -196 + Math.sin(index * 2.4) * 44]),
      mass(ellipse(6, -278, 26), materials.red),
      line("M6 -302q8 -26 34 -28", materials.leaf, 6),
      flat(ellipse(kit.lightSide * 32, -216, 15, 9, kit.lightSide * 40), materials.white, 0.7),
    ],
  };
};

const donut: DrawThing = (kit, colour) => {
  const icing = colour ?? kit.palette.main;
  const hole = "M52 -120A52 42 0 1 0 -52 -120A52 42 0 1 0 52 -120Z";
  return {
    box: [-200, -280, 200, 60],
    nodes: [
      mass(`${ellipse(0, -100, 196, 158)}${hole}`, crust),
      mass(
        `${smooth(Array.from({ length: 22 }, (_, index) => [Math.cos((index / 22) * 6.283) * (index % 2 === 0 ? 182 : 164), -114 + Math.sin((index / 22) * 6.283) * (index % 2 === 0 ? 142 : 128)] as const))}M62 -120A62 50 0 1 0 -62 -120A62 50 0 1 0 62 -120Z`,
        icing,
      ),
      ...sprinkles(kit, 26, (index) => [
        Math.cos(index * 2.4) * (96 + (index % 4) * 19),
        -116 + Math.sin(index * 2.4) * (76 + (index % 4) * 15),
      ]),
      line(
        `M${kit.lightSide * 146} -156q${-kit.lightSide * 20} -66 ${-kit.lightSide * 90} -86`,
        materials.white,
        12,
        0.6,
      ),
    ],
  };
};

export const sweets = { cake, cupcake, icecream, donut };
