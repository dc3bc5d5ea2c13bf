import { flat, line, mass, type Node, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse } from "../path.ts";

export const lit = (x: number, y: number, w: number, h: number, isRound = false): Node[] => [
  patch(
    isRound ? `M${x} ${y + h}V${y + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${y + h}Z` : box(x, y, w, h, 4),
    materials.amber,
  ),
  line(`M${x + w / 2} ${y}v${h}M${x} ${y + h * 0.55}h${w}`, materials.darkWood, 4),
];

export const door = (x: number, y: number, w: number, h: number): Node[] => [
  mass(`M${x - w / 2} ${y}V${y - h + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${y}Z`, materials.darkWood),
  flat(ellipse(x + w * 0.26, y - h * 0.42, 5), materials.gold),
];
