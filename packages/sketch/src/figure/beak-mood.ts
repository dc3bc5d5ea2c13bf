import { type Tone, tone } from "../colour.ts";
import { cutTo, flat, line, mass, type Node } from "../drawing.ts";
import type { MouthName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";

const inside = tone(0.34, 0.1, 18);
const tongueTone = tone(0.68, 0.15, 18);

/** A beak cannot show every expression, so this draws it just below the beak. */
export function drawBeakMood(head: Anatomy, name: MouthName | "none", colour: Tone | undefined): Node[] {
  const y = head.species.muzzle === "bill" ? head.height * 0.64 : head.eyeY + 64;
  const { ink } = head;
  const arc = (left: number, right: number, bend: number) =>
    line(`M-15 ${y + 8 + left}Q0 ${y + 8 + bend} 15 ${y + 8 + right}`, ink, 4.5);
  const gape = (half: number, drop: number, nodes: Node[]): Node[] => {
    const d = ellipse(0, y + drop * 0.6, half, drop);
    return [flat(d, inside), cutTo(d, nodes)];
  };
  switch (name) {
    case "open":
      return gape(12, 12, [flat(ellipse(0, y + 17, 9, 6), tongueTone)]);
    case "laugh":
      return gape(22, 14, [flat(ellipse(0, y + 20, 16, 8), tongueTone)]);
    case "grin":
      return gape(22, 12, [flat(box(-24, y - 6, 48, 14), colour ?? materials.white)]);
    case "snarl":
      return gape(
        22,
        13,
        [-2, -1, 0, 1, 2].map((step) =>
          flat(
            polygon([
              [step * 9 - 5, y - 6],
              [step * 9 + 5, y - 6],
              [step * 9, y + 10],
            ]),
            colour ?? materials.white,
          ),
        ),
      );
    case "fangs":
      return [
        arc(0, 0, 6),
        ...[-1, 1].map((side) =>
          flat(
            polygon([
              [side * 13, y + 8],
              [side * 5, y + 10],
              [side * 9, y + 24],
            ]),
            materials.white,
          ),
        ),
      ];
    case "tongue":
      return [arc(0, 0, 4), mass(ellipse(4, y + 16, 9, 13), tongueTone)];
    case "smirk":
      return [arc(4, -7, 6), line(`M17 ${y - 5}q6 3 5 9`, ink, 3.5)];
    case "whistle":
      return [
        line(ellipse(0, y + 10, 6, 7), ink, 4.5),
        line(`M26 ${y + 4}v-22l14 -4v20`, ink, 3.5),
        flat(ellipse(22, y + 4, 5, 4), ink),
        flat(ellipse(36, y - 2, 5, 4), ink),
      ];
    case "frown":
      return [arc(4, 4, -9)];
    case "neutral":
      return [arc(0, 0, 0)];
    default:
      return [arc(-4, -4, 9)];
  }
}
