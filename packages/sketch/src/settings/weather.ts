import { blend, tone } from "../colour.ts";
import { flat, glow, line, mass, type Node, place } from "../drawing.ts";
import type { Weather } from "../lexicon/settings.ts";
import { materials } from "../materials.ts";
import { ellipse, ribbon, star } from "../path.ts";
import type { Stage } from "./stage.ts";

/** Rain, snow and anything else that falls or floats in front of the scene. */
export function drawWeather(stage: Stage, weather: Weather): Node[] {
  const { kit, width, height } = stage;
  const random = kit.random.fork("weather");
  const many = (count: number, draw: (x: number, y: number) => Node[]) =>
    Array.from({ length: count }, () => draw(random.range(0, width), random.range(0, height))).flat();
  const parts: Record<Weather, () => Node[]> = {
    rain: () =>
      many(70, (x, y) => [
        line(
          `M${x} ${y}l${-kit.lightSide * 14} 46`,
          blend(kit.palette.light, tone(0.8, 0.05, 230), 0.5),
          4,
          0.55,
        ),
      ]),
    snowfall: () =>
      many(60, (x, y) => [
        flat(ellipse(x, y, random.range(4, 12)), materials.white, random.range(0.6, 0.95)),
      ]),
    petals: () =>
      many(26, (x, y) => [
        place(
          [mass(ribbon("-15,4 0,0 15,-4", [2, 9, 2]), blend(tone(0.84, 0.1, 0), kit.palette.accent, 0.15))],
          { x, y, turn: random.range(0, 360) },
        ),
      ]),
    embers: () =>
      many(34, (x, y) => [
        flat(ellipse(x, y, random.range(2.5, 7)), random.pick([materials.amber, materials.flame]), 0.9),
      ]),
    fireflies: () =>
      many(18, (x, y) => [
        glow(x, y, random.range(22, 44), materials.amber, 0.75),
        flat(ellipse(x, y, 5), tone(0.96, 0.1, 100)),
      ]),
    fog: () =>
      [0, 1, 2].map((step) =>
        glow(
          random.range(0, width),
          height * (0.62 + step * 0.16),
          width * 0.75,
          kit.palette.light,
          0.5,
          110,
        ),
      ),
    stars: () => many(22, (x, y) => [flat(star(x, y, 4, random.range(10, 24), 3), kit.palette.light, 0.9)]),
  };
  return parts[weather]();
}
