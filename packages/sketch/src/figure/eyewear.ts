import { blend, shift, type Tone, tone } from "../colour.ts";
import { cutTo, flat, glow, line, mass, type Node, patch } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { EyesName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

export function drawEyewear(
  kit: Kit,
  head: Anatomy,
  name: EyesName | "none",
  colour: Tone | undefined,
): Node[] {
  const { eyeX: ex, eyeY: y, width: w } = head;
  const r = Math.max(head.eyeSize * 1.5, 27);
  const frame = colour ?? materials.black;
  const bridge = line(`M${-ex + r * 0.85} ${y - 4}Q0 ${y - 16} ${ex - r * 0.85} ${y - 4}`, frame, 7);
  const temples = line(
    `M${-ex - r * 0.95} ${y - 6}L${-w * 0.98} ${y - 12}M${ex + r * 0.95} ${y - 6}L${w * 0.98} ${y - 12}`,
    frame,
    7,
  );
  const glint = (x: number) =>
    line(`M${x - r * 0.45} ${y + r * 0.1}l${r * 0.5} ${-r * 0.55}`, materials.white, 5, 0.85);
  const sides = [-1, 1] as const;
  switch (name) {
    case "glasses":
      return [
        ...sides.flatMap((side) => [
          patch(ellipse(side * ex, y, r), materials.glass, 0.28),
          line(ellipse(side * ex, y, r), frame, 7),
          glint(side * ex),
        ]),
        bridge,
        temples,
      ];
    case "sunglasses": {
      const lens = colour ?? tone(0.24, 0.03, 280);
      return [
        temples,
        ...sides.flatMap((side) => [
          mass(
            `M${side * (ex - r * 1.05)} ${y - r * 0.7}H${side * (ex + r * 1.15)}Q${side * (ex + r * 1.25)} ${y + r} ${side * ex} ${y + r * 0.95}Q${side * (ex - r * 0.95)} ${y + r * 0.9} ${side * (ex - r * 1.05)} ${y - r * 0.7}Z`,
            lens,
          ),
          glint(side * ex),
          glint(side * ex + 14),
        ]),
        line(`M${-ex - r * 1.1} ${y - r * 0.66}H${ex + r * 1.1}`, blend(lens, materials.black, 0.5), 9),
      ];
    }
    case "visor": {
      const light = colour ?? kit.palette.accent;
      const d = box(-w * 1.06, y - 30, w * 2.12, 58, 26);
      return [
        mass(box(-w * 1.12, y - 37, w * 2.24, 72, 30), tone(0.3, 0.025, 270)),
        glow(0, y, w * 1.2, light, 0.5, 60),
        patch(d, light),
        cutTo(d, [
          flat(box(-w * 1.06, y - 30, w * 2.12, 18), blend(light, materials.white, 0.55), 0.8),
          ...[-1, 0, 1, 2].map((step) =>
            flat(`M${step * 46 - 20} ${y + 30}l26 -62h10l-26 62Z`, materials.white, 0.35),
          ),
        ]),
      ];
    }
    case "eyepatch": {
      const x = -kit.lightSide * ex;
      return [
        line(`M${-w * 0.98} ${y - (x < 0 ? 26 : 54)}L${w * 0.98} ${y - (x < 0 ? 54 : 26)}`, frame, 8),
        mass(
          `M${x - r} ${y - r * 0.7}Q${x} ${y - r * 1.1} ${x + r} ${y - r * 0.7}Q${x + r * 1.05} ${y + r * 0.8} ${x} ${y + r}Q${x - r * 1.05} ${y + r * 0.8} ${x - r} ${y - r * 0.7}Z`,
          frame,
        ),
      ];
    }
    case "monocle": {
      const x = kit.lightSide * ex;
      const gold = colour ?? materials.gold;
      return [
        patch(ellipse(x, y, r), materials.glass, 0.35),
        line(ellipse(x, y, r), gold, 8),
        glint(x),
        line(`M${x + kit.lightSide * r} ${y + 6}q${kit.lightSide * 18} 50 ${-kit.lightSide * 4} 96`, gold, 4),
      ];
    }
    case "goggles": {
      const rim = colour ?? materials.leather;
      return [
        mass(box(-w * 1.05, y - 15, w * 2.1, 30, 8), shift(rim, { l: -0.12 })),
        ...sides.flatMap((side) => [
          mass(ellipse(side * ex, y, r * 1.22), materials.gold),
          mass(ellipse(side * ex, y, r * 0.94), blend(kit.palette.accent, materials.glass, 0.5)),
          glint(side * ex),
        ]),
      ];
    }
    case "glasses3d":
      return [
        mass(box(-ex - r * 1.3, y - r * 0.95, ex * 2 + r * 2.6, r * 1.9, 8), materials.white),
        patch(box(-ex - r, y - r * 0.62, r * 1.9, r * 1.25, 4), tone(0.6, 0.22, 25)),
        patch(box(ex - r * 0.9, y - r * 0.62, r * 1.9, r * 1.25, 4), tone(0.68, 0.14, 225)),
      ];
    default:
      return [];
  }
}
