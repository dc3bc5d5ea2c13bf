import { shift } from "../colour.ts";
import { cutTo, flat, line, type Node, patch } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { materials } from "../materials.ts";
import { ellipse, smooth, star } from "../path.ts";
import type { Pattern } from "../pattern.ts";
import type { Anatomy } from "./anatomy.ts";

/** A coat pattern. The caller clips it to the shape that it covers. */
export function drawPattern(
  kit: Kit,
  pattern: Pattern,
  outline: string,
  coat: Anatomy["coat"],
  reach: { x: number; y: number; rx: number; ry: number },
): Node[] {
  const random = kit.random.fork(`pattern${reach.y}`);
  const dark = shift(coat, { l: coat.l > 0.4 ? -0.18 : 0.2 });
  const spread = (count: number, draw: (x: number, y: number, index: number) => Node): Node[] =>
    Array.from({ length: count }, (_, index) => {
      const angle = index * 2.4 + random.range(-0.3, 0.3);
      const radius = Math.sqrt((index + 0.6) / count);
      return draw(
        reach.x + Math.cos(angle) * radius * reach.rx,
        reach.y + Math.sin(angle) * radius * reach.ry,
        index,
      );
    });
  const bands = (count: number, tone: (index: number) => Anatomy["coat"], fill: number): Node[] =>
    Array.from({ length: count }, (_, index) => {
      const top = reach.y - reach.ry + (index * 2 * reach.ry) / count;
      const size = ((2 * reach.ry) / count) * fill;
      const bow = random.range(-6, 6);
      return patch(
        smooth(
          [
            [reach.x - reach.rx * 1.2, top + bow],
            [reach.x, top + 14],
            [reach.x + reach.rx * 1.2, top - bow],
            [reach.x + reach.rx * 1.2, top + size - bow],
            [reach.x, top + 14 + size],
            [reach.x - reach.rx * 1.2, top + size + bow],
          ],
          0.9,
        ),
        tone(index),
      );
    });
  const parts: Record<Pattern, () => Node[]> = {
    spots: () =>
      spread(16, (x, y) =>
        patch(ellipse(x, y, random.range(8, 15), random.range(7, 12), random.range(0, 90)), dark),
      ),
    stripes: () => bands(7, () => dark, 0.42),
    stars: () => [
      ...spread(7, (x, y) => patch(ellipse(x, y, 30, 22, 30), kit.palette.accent, 0.35)),
      ...spread(22, (x, y, index) => flat(star(x, y, 4, index % 3 === 0 ? 11 : 6, 2), materials.white)),
    ],
    rainbow: () => bands(7, (index) => ({ l: 0.76, c: 0.15, h: 20 + index * 48 }), 1.06),
    patches: () =>
      spread(7, (x, y) =>
        patch(
          smooth(
            Array.from(
              { length: 6 },
              (_, k) =>
                [
                  x + Math.cos(k * 1.05) * random.range(18, 36),
                  y + Math.sin(k * 1.05) * random.range(14, 30),
                ] as const,
            ),
          ),
          dark,
        ),
      ),
    metal: () => [
      ...bands(2, () => shift(coat, { l: 0.08 }), 0.3),
      ...spread(10, (x, y) => patch(ellipse(x, y, 5), shift(coat, { l: -0.25 }))),
    ],
    scales: () =>
      spread(40, (x, y) => line(`M${Math.round(x) - 9} ${Math.round(y)}a9 9 0 0 0 18 0`, dark, 4)),
    zombie: () => [
      ...spread(5, (x, y) => patch(ellipse(x, y, 22, 16, 20), { l: 0.62, c: 0.09, h: 140 }, 0.8)),
      line(
        `M${reach.x + reach.rx * 0.3} ${reach.y - reach.ry * 0.8}l26 46m-22 -34l16 -10m-6 30l16 -10`,
        materials.black,
        5,
      ),
    ],
  };
  return [cutTo(outline, parts[pattern]())];
}
