import { gardenCreatures } from "../creatures/garden-creatures.ts";
import { seaCreatures } from "../creatures/sea-creatures.ts";
import { swimmers } from "../creatures/swimmers.ts";
import { buildings } from "./buildings.ts";
import { craft } from "./craft.ts";
import type { DrawThing } from "./drawn-thing.ts";
import { gadgets } from "./gadgets.ts";
import { landmarks } from "./landmarks.ts";
import { meals } from "./meals.ts";
import { plants } from "./plants.ts";
import { props } from "./props.ts";
import { signs } from "./signs.ts";
import { sweets } from "./sweets.ts";
import { symbols } from "./symbols.ts";
import { vehicles } from "./vehicles.ts";
import { weapons } from "./weapons.ts";

const held: Readonly<Record<string, DrawThing>> = {
  ...weapons,
  ...props,
  ...gadgets,
  icecream: sweets.icecream,
  pizza: meals.pizza,
  fish: swimmers.fish,
};
const things: Readonly<Record<string, DrawThing>> = {
  ...held,
  ...symbols,
  ...signs,
  ...meals,
  ...sweets,
  ...vehicles,
  ...craft,
  ...buildings,
  ...landmarks,
  ...plants,
  ...seaCreatures,
  ...swimmers,
  ...gardenCreatures,
};

/** Full-size objects and their scale when a figure holds them. */
const large = new Map<string, number>([
  ["icecream", 0.5],
  ["pizza", 0.55],
  ["fish", 0.4],
]);

/** The drawing of an object that can be held, and its scale in the hand. */
export function findHeld(name: string): { draw: DrawThing; scale: number } | undefined {
  const draw = held[name];
  return draw ? { draw, scale: large.get(name) ?? 1 } : undefined;
}

/** The drawing of an object that can be the subject. */
export function findThing(name: string): DrawThing | undefined {
  return things[name];
}
