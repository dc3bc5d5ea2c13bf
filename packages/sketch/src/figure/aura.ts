import { blend, type Tone, tone } from "../colour.ts";
import { glow, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { AuraName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { ellipse, polygon, ribbon, smooth, star } from "../path.ts";
import { heartAt } from "./eyes.ts";

const tones: Record<AuraName, Tone> = {
  fire: materials.flame,
  ice: tone(0.86, 0.08, 220),
  lightning: tone(0.86, 0.14, 100),
  holy: materials.amber,
  dark: tone(0.3, 0.1, 300),
  water: tone(0.72, 0.12, 225),
  nature: tone(0.7, 0.15, 140),
  cosmic: tone(0.6, 0.18, 300),
  rainbow: tone(0.75, 0.16, 330),
  hearts: tone(0.68, 0.19, 10),
};

/** The aura behind a figure of the given reach. */
export function drawAura(kit: Kit, name: AuraName, colour: Tone | undefined, reach: number): Node[] {
  const random = kit.random.fork("aura");
  const light = colour ?? tones[name];
  const around = (count: number, radius: number, draw: (index: number) => Node[], upright = false): Node[] =>
    Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * Math.PI * 2 + random.range(-0.12, 0.12) - Math.PI / 2;
      const away = radius * random.range(0.94, 1.08);
      return place(draw(index), {
        x: Math.cos(angle) * away,
        y: Math.sin(angle) * away,
        turn: upright ? random.range(-16, 16) : (angle * 180) / Math.PI + 90,
        scale: random.range(0.75, 1.2),
      });
    });
  const halo = [
    glow(0, 0, reach * 1.5, light, 0.85),
    glow(0, 0, reach * 1.1, blend(light, materials.white, 0.5), 0.6),
  ];
  const parts: Record<AuraName, () => Node[]> = {
    fire: () => [
      mass(
        smooth(
          Array.from({ length: 26 }, (_, index) => {
            const angle = (index / 26) * Math.PI * 2;
            const lift = Math.max(0, -Math.sin(angle)) * 0.35;
            const away = reach * (index % 2 === 0 ? random.range(1.16, 1.36) + lift : 0.98);
            return [Math.cos(angle) * away, Math.sin(angle) * away] as const;
          }),
          0.7,
        ),
        light,
        0.9,
      ),
      patch(ellipse(0, 0, reach * 0.98), materials.amber, 0.85),
    ],
    ice: () =>
      around(12, reach * 1.1, () => [
        mass(polygon("-15,16 0,-52 15,16 0,34"), light),
        patch(polygon("0,-52 15,16 0,34"), materials.white, 0.6),
      ]),
    lightning: () =>
      around(9, reach * 1.12, () => [mass(polygon("-8,-62 20,-60 4,-16 24,-16 -14,56 -2,4 -22,4"), light)]),
    holy: () =>
      around(20, reach * 1.14, (index) => [
        patch(
          ribbon(
            [
              [0, 30],
              [0, 0],
              [0, index % 2 === 0 ? -80 : -44],
            ],
            [9, 7, 2],
          ),
          blend(light, materials.white, 0.3),
          0.9,
        ),
      ]),
    dark: () =>
      around(14, reach * 1.0, () => [mass(ribbon("0,60 16,0 -12,-60 8,-110", [30, 26, 15, 2]), light, 0.85)]),
    water: () =>
      around(
        14,
        reach * 1.1,
        () => [
          mass(ellipse(0, 0, 26), light, 0.55),
          line(ellipse(0, 0, 26), blend(light, materials.white, 0.5), 4),
          patch(ellipse(-8, -10, 6), materials.white, 0.9),
        ],
        true,
      ),
    nature: () =>
      around(16, reach * 1.1, (index) => [
        mass(ribbon("-30,14 0,0 34,-14", [2, 16, 2]), index % 3 === 0 ? kit.palette.accent : light),
      ]),
    cosmic: () => [
      line(ellipse(0, 0, reach * 1.22, reach * 0.4, -18), blend(light, materials.white, 0.4), 7, 0.8),
      ...around(
        16,
        reach * 1.12,
        (index) => [patch(star(0, 0, 4, index % 3 === 0 ? 36 : 20, 6), blend(light, materials.white, 0.65))],
        true,
      ),
    ],
    rainbow: () =>
      [0, 1, 2, 3, 4, 5].map((step) =>
        line(ellipse(0, 0, reach * (1.36 - step * 0.075)), tone(0.74, 0.16, 20 + step * 56), reach * 0.075),
      ),
    hearts: () => around(10, reach * 1.12, () => [mass(heartAt(0, 0, 28), light)], true),
  };
  return [...halo, ...parts[name]()];
}
