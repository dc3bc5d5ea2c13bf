/** A colour in OKLCH: lightness 0..1, chroma 0..0.37, hue in degrees. */
export interface Tone {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** Makes a tone, keeping lightness and chroma in their ranges. */
export function tone(l: number, c: number, h: number): Tone {
  return { l: Math.min(0.995, Math.max(0.04, l)), c: Math.max(0, c), h: ((h % 360) + 360) % 360 };
}

/** Moves a tone by the given amounts; chroma is a factor. */
export function shift(base: Tone, by: { l?: number; c?: number; h?: number }): Tone {
  return tone(base.l + (by.l ?? 0), base.c * (by.c ?? 1), base.h + (by.h ?? 0));
}

/** Mixes two tones in OKLab, so that the way between them never turns grey-brown by accident of hue order. */
export function blend(from: Tone, to: Tone, amount: number): Tone {
  const a = toLab(from);
  const b = toLab(to);
  const mix = (left: number, right: number) => left + (right - left) * amount;
  const [l, x, y] = [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])];
  return tone(l, Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI);
}

/** The tone as an sRGB hex colour; chroma gives way where sRGB cannot hold it. */
export function toHex(colour: Tone): string {
  let chroma = colour.c;
  let rgb = toLinear(colour.l, chroma, colour.h);
  for (let step = 0; step < 24 && !isInGamut(rgb); step += 1) {
    chroma *= 0.92;
    rgb = toLinear(colour.l, chroma, colour.h);
  }
  return `#${rgb
    .map((channel) =>
      Math.round(encode(channel) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** The tone as three sRGB bytes. */
export function toBytes(colour: Tone): [number, number, number] {
  const value = Number.parseInt(toHex(colour).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toLab(colour: Tone): [number, number, number] {
  const angle = (colour.h * Math.PI) / 180;
  return [colour.l, colour.c * Math.cos(angle), colour.c * Math.sin(angle)];
}

function toLinear(lightness: number, chroma: number, hue: number): [number, number, number] {
  const [, a, b] = toLab({ l: lightness, c: chroma, h: hue });
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isInGamut(rgb: readonly number[]): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function encode(channel: number): number {
  const safe = Math.min(1, Math.max(0, channel));
  return safe <= 0.0031308 ? safe * 12.92 : 1.055 * safe ** (1 / 2.4) - 0.055;
}
