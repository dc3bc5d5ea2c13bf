import { blend, shift, type Tone, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { HatName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, ribbon, smooth, star } from "../path.ts";
import { drawSoftHat } from "./hats-soft.ts";

/** Draws headwear around the middle of the brow; the head is 100 wide on each side. */
export function drawHat(kit: Kit, name: HatName | "none", colour: Tone | undefined): Node[] {
  const random = kit.random.fork("hat");
  const cloth =
    colour ??
    random.pick([
      kit.palette.accent,
      kit.palette.accent,
      shift(kit.palette.accent, { h: 40 }),
      shift(kit.palette.near, { l: 0.08, c: 1.4 }),
    ]);
  const gold = colour ?? materials.gold;
  const both = (nodes: Node[]) => [1, -1].map((side) => place(nodes, { isFlipped: side < 0 }));
  switch (name) {
    case "none":
      return [];
    case "crown":
      return [
        mass(smooth("-74,8 -84,-72 -80,-74 -44,-32 -3,-98 3,-98 44,-32 80,-74 84,-72 74,8 0,20", 0.25), gold),
        patch(smooth("-76,-12 0,-1 76,-12 74,8 0,20 -74,8", 0.6), shift(gold, { l: -0.1 })),
        ...[-82, 0, 82].map((x) => mass(ellipse(x, x === 0 ? -101 : -77, 10), kit.palette.accent)),
        ...[-42, 0, 42].map((x, index) =>
          patch(ellipse(x, x === 0 ? 9 : 5, 8, 7), index === 1 ? materials.red : kit.palette.accent),
        ),
      ];
    case "helmet": {
      const steel = colour ?? materials.steel;
      return [
        mass(ribbon("0,-96 30,-150 90,-150 128,-100", [8, 22, 22, 6]), kit.palette.accent),
        mass(mirrored("0,-106 60,-90 98,-30 104,40 92,92 76,96 74,24 0,12", 0.7), steel),
        patch(box(-9, -104, 18, 118, 6), shift(steel, { l: 0.12 })),
        ...[-84, -48, 48, 84].map((x) =>
          flat(ellipse(x, 22 + Math.abs(x) * 0.1, 5), shift(steel, { l: -0.25 })),
        ),
      ];
    }
    case "spacehelmet":
      return [
        mass(ellipse(0, 46, 152, 150), materials.glass, 0.24),
        line(ellipse(0, 46, 152, 150), colour ?? materials.white, 13),
        line(
          `M${-kit.lightSide * -112} -18a136 136 0 0 0 ${kit.lightSide * -70} -66`,
          materials.white,
          12,
          0.85,
        ),
        mass(box(-124, 168, 248, 40, 20), colour ?? materials.silver),
        ...both([mass(box(136, 22, 34, 58, 12), colour ? shift(colour, { l: -0.1 }) : kit.palette.accent)]),
      ];
    case "viking":
      return [
        ...both([mass(ribbon("82,-18 150,-34 164,-120", [24, 20, 3]), materials.bone)]),
        mass(mirrored("0,-92 62,-76 100,4 0,22", 0.9), colour ?? materials.steel),
        mass(smooth("-103,-8 0,8 103,-8 101,20 0,36 -101,20", 0.6), materials.leather),
        ...[-72, -24, 24, 72].map((x) => flat(ellipse(x, 19 - Math.abs(x) * 0.1, 5.5), materials.gold)),
      ];
    case "halo":
      return [
        glow(0, -92, 150, gold, 0.75, 70),
        line(ellipse(0, -92, 78, 21), gold, 15),
        line(`M-66 -100a78 21 0 0 1 132 0`, blend(gold, materials.white, 0.6), 6),
      ];
    case "horns":
      return both([
        mass(ribbon("48,-14 98,-62 84,-134", [23, 17, 3]), colour ?? materials.red),
        line("M62 -26l26 14M78 -50l24 6M84 -76l19 0", shift(colour ?? materials.red, { l: -0.14 }), 4),
      ]);
    case "headphones": {
      const shell = cloth;
      return [
        line("M-106 56C-118 -120 118 -120 106 56", tone(0.3, 0.02, 280), 20),
        line("M-100 20C-106 -98 106 -98 100 20", blend(shell, materials.white, 0.25), 6),
        ...both([mass(box(88, 26, 42, 84, 20), shell), patch(box(82, 34, 16, 68, 8), tone(0.3, 0.02, 280))]),
      ];
    }
    case "hardhat":
      return [
        mass(mirrored("0,-100 70,-80 98,-8 0,10", 0.95), colour ?? tone(0.84, 0.16, 88)),
        mass(smooth("-118,4 0,-14 118,4 110,20 0,14 -110,20", 0.8), colour ?? tone(0.84, 0.16, 88)),
        patch(box(-11, -104, 22, 92, 10), shift(colour ?? tone(0.84, 0.16, 88), { l: 0.08 })),
        mass(ellipse(0, -28, 22), materials.silver),
        flat(ellipse(0, -28, 14), materials.cream),
      ];
    case "antenna":
      return [
        mass(smooth("-26,-22 0,-44 26,-22 24,-4 -24,-4", 0.8), colour ?? materials.steel),
        line("M0 -36V-112", materials.iron, 8),
        glow(0, -122, 60, cloth, 0.7),
        mass(ellipse(0, -122, 18), cloth),
      ];
    case "goggles":
      return [
        mass(smooth("-100,-20 0,-34 100,-20 101,4 0,-6 -101,4", 0.6), colour ?? materials.leather),
        ...both([
          mass(ellipse(40, -20, 36), materials.gold),
          mass(ellipse(40, -20, 26), blend(kit.palette.accent, materials.glass, 0.45)),
          line("M30 -14l14 -16", materials.white, 5, 0.8),
        ]),
      ];
    case "graduation":
      return [
        mass(mirrored("0,-46 72,-40 84,8 0,22", 0.7), shift(colour ?? tone(0.32, 0.05, 270), { l: -0.05 })),
        mass(polygon("-132,-52 0,-94 132,-52 0,-12"), colour ?? tone(0.32, 0.05, 270)),
        line("M0 -52L-94 -44V14", materials.gold, 6),
        mass(smooth("-102,10 -86,10 -80,48 -108,48", 0.5), materials.gold),
      ];
    case "flower":
      return [-2, -1, 0, 1, 2].flatMap((step) => {
        const petal = step % 2 === 0 ? cloth : blend(shift(cloth, { h: 50 }), materials.white, 0.3);
        const [x, y] = [step * 41, -42 + step * step * 7];
        return [
          mass(
            ribbon(
              [
                [x, y],
                [x + (step < 0 ? -26 : 26), y + 10],
                [x + (step < 0 ? -44 : 44), y + 2],
              ],
              [5, 12, 3],
            ),
            materials.leaf,
          ),
          place(bloom(petal), { x, y, scale: step === 0 ? 1.12 : 0.95, turn: step * 17 }),
        ];
      });
    case "mushroom":
      return [
        mass(smooth("-128,8 -104,-66 0,-128 104,-66 128,8 0,26", 1), colour ?? materials.red),
        ...[
          [-62, -44, 19],
          [6, -86, 22],
          [64, -34, 18],
          [-4, -24, 15],
        ].map(([x = 0, y = 0, r = 0]) => patch(ellipse(x, y, r, r * 0.85), materials.cream)),
        patch(smooth("-112,8 0,-4 112,8 0,26", 0.9), materials.cream),
      ];
    case "leaf":
      return [
        line("M0 2Q4 -40 -2 -66", materials.leaf, 9),
        mass(ribbon("-2,-60 -48,-92 -88,-84", [5, 25, 3]), colour ?? materials.green),
        mass(ribbon("0,-64 40,-104 86,-108", [5, 27, 3]), shift(colour ?? materials.green, { l: 0.06 })),
      ];
    case "feather":
      return [
        mass(smooth("-100,-22 0,-8 100,-22 102,2 0,18 -102,2", 0.6), colour ?? materials.leather),
        ...[0, 1, 2].map((step) =>
          mass(
            ribbon(
              [
                [44, -12],
                [58 + step * 14, -74],
                [50 + step * 34, -142 + step * 16],
              ],
              [6, 18, 3],
            ),
            step === 1 ? materials.cream : shift(cloth, { h: step * 22 }),
          ),
        ),
        patch(star(0, 4, 4, 13, 6), materials.gold),
      ];
    case "mohawk":
      return [mass(smooth("-24,6 -40,-90 -12,-66 -10,-136 14,-84 40,-112 30,6", 0.4), cloth)];
    default:
      return drawSoftHat(kit, name, cloth, colour);
  }
}

/** A flower with five petals around the origin. */
export function bloom(petal: Tone, core: Tone = materials.amber): Node[] {
  return [
    ...[0, 1, 2, 3, 4].map((step) =>
      mass(ellipse(Math.cos(step * 1.257 - 1.57) * 19, Math.sin(step * 1.257 - 1.57) * 19, 17), petal),
    ),
    mass(ellipse(0, 0, 12), core),
  ];
}
