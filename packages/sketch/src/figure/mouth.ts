import { shift, type Tone, tone } from "../colour.ts";
import { cutTo, flat, line, mass, type Node } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { MouthName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse, polygon } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import { drawBeakMood } from "./beak-mood.ts";
import { drawAround } from "./mouth-extras.ts";
import { findMouthY } from "./muzzle.ts";

const inside = tone(0.34, 0.1, 18);

const tongueTone = tone(0.68, 0.15, 18);

/** The mouth, with what it holds and beards. */
export function drawMouth(
  kit: Kit,
  head: Anatomy,
  name: MouthName | "none",
  colour: Tone | undefined,
): Node[] {
  const hasBeak = head.species.muzzle === "beak" || head.species.muzzle === "bill";
  const y = head.species.muzzle === "trunk" ? head.height * 0.72 : findMouthY(head);
  const frogWide = head.species.muzzle === "frog" ? 1.9 : 1;
  const w = head.width * 0.27 * (head.species.isHuman ? 1.05 : 1) * frogWide;
  const ink = head.ink;
  const stem = ["snout", "short", "broad"].includes(head.species.muzzle)
    ? [line(`M0 ${y - 13}v11`, ink, 4.5)]
    : [];
  const extras = drawAround(kit, head, name, colour, y);
  if (extras)
    return hasBeak || name === "mask"
      ? extras
      : [...stem, line(`M${-w} ${y - 2}Q0 ${y + 14} ${w} ${y - 2}`, ink, 5), ...extras];
  if (hasBeak) return drawBeakMood(head, name, colour);
  const bowl = `M${-w} ${y - 4}Q0 ${y + 4} ${w} ${y - 4}Q${w * 0.75} ${y + 32} 0 ${y + 32}Q${-w * 0.75} ${y + 32} ${-w} ${y - 4}Z`;
  switch (name) {
    case "grin":
      return [
        ...stem,
        flat(bowl, inside),
        cutTo(bowl, [
          flat(box(-w, y - 6, w * 2, 27), colour ?? materials.white),
          line(
            `M${-w * 0.5} ${y - 6}v26M0 ${y - 6}v26M${w * 0.5} ${y - 6}v26`,
            shift(colour ?? materials.bone, { l: -0.1 }),
            2,
          ),
        ]),
      ];
    case "laugh":
      return [
        ...stem,
        flat(bowl, inside),
        cutTo(bowl, [
          flat(ellipse(0, y + 34, w * 0.7, 16), tongueTone),
          flat(box(-w * 0.8, y - 8, w * 1.6, 12), materials.white),
        ]),
      ];
    case "open":
      return [
        ...stem,
        flat(ellipse(0, y + 13, w * 0.46, 15), inside),
        cutTo(ellipse(0, y + 13, w * 0.46, 15), [flat(ellipse(0, y + 26, w * 0.42, 11), tongueTone)]),
      ];
    case "frown":
      return [...stem, line(`M${-w * 0.85} ${y + 15}Q0 ${y - 10} ${w * 0.85} ${y + 15}`, ink, 6)];
    case "smirk":
      return [
        ...stem,
        line(`M${-w * 0.7} ${y + 6}Q${w * 0.3} ${y + 12} ${w} ${y - 9}`, ink, 6),
        line(`M${w * 0.9} ${y - 16}q9 5 7 13`, ink, 4),
      ];
    case "fangs":
      return [
        ...stem,
        line(`M${-w} ${y - 2}Q0 ${y + 16} ${w} ${y - 2}`, ink, 6),
        ...[-1, 1].map((side) =>
          flat(
            polygon([
              [side * w * 0.68, y + 3],
              [side * w * 0.3, y + 7],
              [side * w * 0.46, y + 25],
            ]),
            materials.white,
          ),
        ),
      ];
    case "snarl":
      return drawSnarl(w, y, colour);
    case "tongue":
      return [
        ...stem,
        line(`M${-w} ${y - 2}Q0 ${y + 15} ${w} ${y - 2}`, ink, 6),
        mass(
          `M${w * 0.02} ${y + 6}h${w * 0.66}v16a${w * 0.33} ${w * 0.33} 0 0 1 ${-w * 0.66} 0Z`,
          tongueTone,
        ),
        line(`M${w * 0.35} ${y + 9}v12`, shift(tongueTone, { l: -0.12 }), 3),
      ];
    case "whistle":
      return [
        ...stem,
        flat(ellipse(0, y + 7, 8, 9), inside),
        line(ellipse(0, y + 7, 11, 12), shift(head.coat, { l: -0.16, c: 1.3 }), 4),
      ];
    case "neutral":
      return [...stem, line(`M${-w * 0.75} ${y + 4}h${w * 1.5}`, ink, 6)];
    default:
      return [
        ...stem,
        line(
          `M${-w} ${y - 3}Q${-w * 0.5} ${y + 13} 0 ${y + (stem.length > 0 ? 1 : 11)}Q${w * 0.5} ${y + 13} ${w} ${y - 3}`,
          ink,
          5.5,
        ),
      ];
  }
}

function drawSnarl(w: number, y: number, colour: Tone | undefined): Node[] {
  const d = `M${-w * 1.05} ${y + 6}Q0 ${y - 15} ${w * 1.05} ${y + 6}Q${w} ${y + 30} 0 ${y + 27}Q${-w} ${y + 30} ${-w * 1.05} ${y + 6}Z`;
  const zigzag = (top: number, tip: number) =>
    flat(
      polygon([
        [-w * 1.2, top],
        ...[-3, -2, -1, 0, 1, 2, 3].map((step) => [step * w * 0.34, step % 2 === 0 ? top : tip] as const),
        [w * 1.2, top],
      ]),
      colour ?? materials.white,
    );
  return [flat(d, inside), cutTo(d, [zigzag(y - 8, y + 13), zigzag(y + 32, y + 16)])];
}
