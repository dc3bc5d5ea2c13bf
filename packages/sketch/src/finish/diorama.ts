import { blend, shift, type Tone, toHex, tone } from "../colour.ts";
import type { SettingName } from "../lexicon/settings.ts";
import type { Palette } from "../palette.ts";
import type { Random } from "../random.ts";
import { createNoise } from "./noise.ts";

const tileX = 44;
const tileY = 22;

const grounds: Partial<Record<SettingName, readonly [Tone, Tone]>> = {
  sea: [tone(0.62, 0.11, 230), tone(0.84, 0.08, 90)],
  underwater: [tone(0.55, 0.1, 215), tone(0.7, 0.09, 195)],
  desert: [tone(0.82, 0.09, 82), tone(0.66, 0.11, 55)],
  snow: [tone(0.95, 0.012, 240), tone(0.8, 0.04, 235)],
  forest: [tone(0.66, 0.13, 140), tone(0.46, 0.1, 148)],
  field: [tone(0.74, 0.14, 130), tone(0.6, 0.12, 140)],
  mountains: [tone(0.68, 0.09, 140), tone(0.6, 0.02, 250)],
  volcano: [tone(0.36, 0.03, 20), tone(0.66, 0.2, 40)],
  city: [tone(0.6, 0.015, 260), tone(0.5, 0.04, 270)],
};

/** A tray of terrain columns in isometric view; the middle stays level for the subject. */
export function buildDiorama(
  palette: Palette,
  setting: SettingName,
  random: Random,
  hasSubject: boolean,
  centre: readonly [number, number],
  scale: number,
): string {
  const noise = createNoise(random.whole(1, 1_000_000));
  const [low, high] = grounds[setting] ?? [palette.far, palette.near];
  const size = 11;
  const parts: string[] = [];
  const column = (i: number, j: number, rise: number, top: Tone) => {
    const x = centre[0] + (i - j) * tileX * scale;
    const y = centre[1] + (i + j - size + 1) * tileY * scale - rise * scale;
    const [w, h] = [tileX * scale, tileY * scale];
    const deep = (rise + 46) * scale;
    const show = (points: readonly (readonly [number, number])[], colour: Tone) =>
      parts.push(
        `<path d="M${points.map(([px, py]) => `${Math.round(px * 10) / 10} ${Math.round(py * 10) / 10}`).join("L")}Z" fill="${toHex(colour)}" stroke="${toHex(colour)}" stroke-width="0.8"/>`,
      );
    show(
      [
        [x - w, y],
        [x, y + h],
        [x, y + h + deep],
        [x - w, y + deep],
      ],
      shift(top, { l: -0.1 }),
    );
    show(
      [
        [x + w, y],
        [x, y + h],
        [x, y + h + deep],
        [x + w, y + deep],
      ],
      shift(top, { l: -0.2 }),
    );
    show(
      [
        [x, y - h],
        [x + w, y],
        [x, y + h],
        [x - w, y],
      ],
      top,
    );
  };
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      const back = (size * 2 - i - j) / (size * 2);
      const wave = noise(i * 0.5 + 3, j * 0.5 + 9);
      const isStage = hasSubject && i + j > size - 3;
      const steep = hasSubject ? 170 : 260;
      const rise = isStage
        ? wave > 0.62
          ? 8
          : 0
        : Math.max(0, Math.round((wave * (0.4 + back) - 0.28) * 8) / 8) * steep;
      const level = Math.min(1, rise / 130);
      const checker = (i + j) % 2 === 0 ? 0.012 : -0.012;
      column(
        i,
        j,
        rise,
        shift(blend(low, high, rise === 0 ? 0 : 0.25 + level * 0.75), { l: checker + wave * 0.04 }),
      );
      const isFree = !isStage && rise > 0 && random.chance(0.2);
      if (isFree && setting !== "city") {
        column(i, j, rise + 34, shift(tone(0.56, 0.12, 140), { l: random.range(-0.05, 0.06) }));
      }
    }
  }
  return parts.join("");
}
