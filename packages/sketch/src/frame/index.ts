import { blend, shift, type Tone, toHex, tone } from "../colour.ts";
import type { Scene } from "../compose.ts";
import { box, ellipse, polygon, star } from "../path.ts";
import { createRandom } from "../random.ts";
import type { SketchTrait } from "../request.ts";
import { fillPath, strokePath } from "../style-renderers/marks.ts";
import { advance, spell, writeText } from "./stroke-alphabet.ts";

const maxBadges = 12;

/** Draws the border, if requested, and a badge for every trait that no layer can show. */
export function drawFrame(scene: Scene): string {
  const { brief, width, height } = scene;
  const border = brief.frame ? drawBorder(width, height, brief.frame) : "";
  return border + drawBadges(scene, brief.badges, brief.frame ? 44 : 26);
}

function drawBorder(width: number, height: number, colour: Tone): string {
  return (
    strokePath(box(15, 15, width - 30, height - 30, 14), colour, 30) +
    strokePath(box(33, 33, width - 66, height - 66, 6), blend(colour, tone(0.98, 0.02, 90), 0.55), 4) +
    strokePath(box(1, 1, width - 2, height - 2), shift(colour, { l: -0.14 }), 6)
  );
}

interface Badge {
  readonly label: string;
  readonly value: string;
  readonly key: string;
  readonly width: number;
}

const letter = 21;
const tall = 58;

function drawBadges(scene: Scene, traits: readonly SketchTrait[], inset: number): string {
  if (traits.length === 0) return "";
  const shown = traits.length > maxBadges ? traits.slice(0, maxBadges - 1) : traits;
  const rest = traits.slice(shown.length);
  const badges = shown.map((trait) =>
    measure(spell(trait.trait_type, 12), spell(trait.value, 14), `${trait.trait_type}\u0000${trait.value}`),
  );
  if (rest.length > 0)
    badges.push(
      measure(
        "",
        `+${rest.length}`,
        rest.map((trait) => `${trait.trait_type}\u0000${trait.value}`).join("\u0001"),
      ),
    );
  const scale = badges.length > 6 ? 0.8 : badges.length > 3 ? 1 : 1.25;
  const room = (scene.width - inset * 2) / scale;
  const rows: Badge[][] = [[]];
  let used = 0;
  for (const badge of badges) {
    if (used + badge.width > room && used > 0) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(badge);
    used += badge.width + 12;
  }
  return rows
    .map((row, index) => {
      const rowWidth = row.reduce((sum, badge) => sum + badge.width + 12, -12) * scale;
      const fitting = Math.min(1, (scene.width - inset * 2) / rowWidth);
      let x = (scene.width - rowWidth * fitting) / 2;
      const y = scene.height - inset - (rows.length - index) * (tall + 10) * scale + 10 * scale;
      return row
        .map((badge) => {
          const drawn = `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale * fitting)})">${drawBadge(scene, badge)}</g>`;
          x += (badge.width + 12) * scale * fitting;
          return drawn;
        })
        .join("");
    })
    .join("");
}

const round = (value: number) => Math.round(value * 1000) / 1000;

function measure(label: string, value: string, key: string): Badge {
  const letters = Math.max(value.length * letter, label.length * letter * 0.62);
  return { label, value, key, width: 74 + (letters / 6) * advance * (letters > 0 ? 1 : 0) };
}

function drawBadge(scene: Scene, badge: Badge): string {
  const { palette } = scene.kit;
  const plate = tone(0.97, 0.014, palette.sky.h);
  const ink = tone(0.26, 0.035, palette.near.h);
  const hasBoth = badge.label !== "" && badge.value !== "";
  const parts = [
    fillPath(box(3, 5, badge.width, tall, tall / 2), tone(0.2, 0.03, 280), 0.28),
    fillPath(box(0, 0, badge.width, tall, tall / 2), plate),
    drawSigil(badge.key, palette.accent),
    strokePath(writeText(badge.label, 62, hasBoth ? 11 : 22, letter * 0.62), ink, 2, 0.75),
    strokePath(writeText(badge.value, 62, hasBoth ? 29 : 19, hasBoth ? letter * 0.86 : letter), ink, 3.4),
  ];
  return parts.join("");
}

/** A small emblem derived from the trait's text, so that values that are spelled alike still differ. */
function drawSigil(key: string, accent: Tone): string {
  const random = createRandom(key);
  const colour = tone(
    random.range(0.52, 0.66),
    0.13,
    accent.h + random.pick([0, 0, 40, 150, 200]) + random.range(-20, 20),
  );
  const light = tone(0.97, 0.02, colour.h);
  const [x, y, r] = [29, 29, 22];
  const inner = random.pick(["star", "ring", "dots", "gem", "bars"] as const);
  const turn = random.range(-90, 90);
  const marks: Record<typeof inner, () => string> = {
    star: () => fillPath(star(x, y, random.whole(4, 7), 14, 6, turn), light),
    ring: () =>
      strokePath(ellipse(x, y, random.range(7, 12)), light, 4) +
      fillPath(ellipse(x, y, random.range(2, 4)), light),
    dots: () =>
      [0, 1, 2, 3]
        .map((step) =>
          random.chance(0.8)
            ? fillPath(
                ellipse(
                  x + Math.cos(step * 1.57 + turn) * 9,
                  y + Math.sin(step * 1.57 + turn) * 9,
                  random.range(2.5, 4.5),
                ),
                light,
              )
            : "",
        )
        .join(""),
    gem: () =>
      fillPath(
        polygon([
          [x, y - random.range(11, 15)],
          [x + random.range(8, 13), y],
          [x, y + random.range(11, 15)],
          [x - random.range(8, 13), y],
        ]),
        light,
      ),
    bars: () =>
      [-1, 0, 1]
        .map((step) =>
          strokePath(
            `M${x + step * 8} ${Math.round(y - random.range(3, 11))}V${Math.round(y + random.range(3, 11))}`,
            light,
            4.4,
          ),
        )
        .join(""),
  };
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${toHex(colour)}"/>${marks[inner]()}`;
}
